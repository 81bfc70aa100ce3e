// Package differential compares what this project's tile-opt makes of generated programs with what mlir-opt of LLVM 22
// makes of them. Only tests use it: give [Compare] a pipeline and a mix of programs of package irgen.
package differential

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/lit/irgen"
	"github.com/girih-ir/girih/lit/llvmtool"
)

// Tool runs a command in the process with an input and returns what it printed on its two outputs and its exit code.
type Tool func(args []string, input []byte) (stdout, stderr []byte, code int)

// separator divides the modules of an input that is split.
const separator = "// -----\n"

// batch is how many modules one run of mlir-opt reads: its time grows with the square of the length of a split input.
const batch = 50

// Config says what to compare.
type Config struct {
	Ours  Tool
	Flags []string // for both tools, beside those that split the input and allow unregistered operations
	// Programs returns the text of one module.
	Programs func(seed uint64) []byte
	Seeds    int
	// MaxShown bounds how many differing programs are reported in full (default 3).
	MaxShown int
}

// Generated returns the modules of package irgen with some options, as [Config.Programs].
func Generated(opts irgen.Options) func(seed uint64) []byte {
	return func(seed uint64) []byte { return irgen.Module(seed, opts) }
}

// Pair is what both tools printed for the module of one seed.
type Pair struct {
	Seed         uint64
	Input        []byte
	Ours, Theirs string
}

// Compare fails the test for every program for which the two tools print something different.
func Compare(t *testing.T, c Config) {
	t.Helper()
	shown, different := 0, 0
	for _, p := range Run(t, c) {
		if p.Ours == p.Theirs {
			continue
		}
		different++
		if shown < max(c.MaxShown, 3) {
			shown++
			t.Errorf("seed %d: - mlir-opt, + ours\n%s\ninput:\n%s", p.Seed,
				cmp.Diff(strings.Split(p.Theirs, "\n"), strings.Split(p.Ours, "\n")), p.Input)
		}
	}
	if different > 0 {
		t.Errorf("%d of %d programs differ", different, c.Seeds)
	}
}

// Run returns what both tools print for all programs. It skips the test where mlir-opt is not installed.
func Run(t *testing.T, c Config) []Pair {
	t.Helper()
	theirs := external(t)
	flags := append([]string{"--allow-unregistered-dialect", "--split-input-file"}, c.Flags...)
	var pairs []Pair
	for from := 0; from < c.Seeds; from += batch {
		inputs := make([][]byte, min(batch, c.Seeds-from))
		for i := range inputs {
			inputs[i] = c.Programs(uint64(from + i))
		}
		joined := bytes.Join(inputs, []byte(separator))
		ours := printed(t, "tile-opt", c.Ours, flags, joined, len(inputs))
		expected := printed(t, "mlir-opt", theirs, flags, joined, len(inputs))
		for i := range inputs {
			pairs = append(pairs, Pair{uint64(from + i), inputs[i], ours[i], expected[i]})
		}
	}
	return pairs
}

// printed returns what a tool prints for each of n modules.
func printed(t *testing.T, name string, tool Tool, flags []string, input []byte, n int) []string {
	t.Helper()
	stdout, stderr, code := tool(flags, input)
	if code != 0 {
		t.Fatalf("%s %s: exit code %d\n%.3000s", name, strings.Join(flags, " "), code, stderr)
	}
	modules := strings.Split(string(stdout), separator)
	if len(modules) != n {
		t.Fatalf("%s %s printed %d modules for %d", name, strings.Join(flags, " "), len(modules), n)
	}
	for i := range modules {
		modules[i] = strings.TrimSpace(modules[i])
	}
	return modules
}

func external(t *testing.T) Tool {
	t.Helper()
	path := llvmtool.Find(t, "mlir-opt")
	return func(args []string, input []byte) ([]byte, []byte, int) {
		cmd := exec.Command(path, args...)
		cmd.Stdin = bytes.NewReader(input)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		_ = cmd.Run() // a failure shows in the exit code
		return stdout.Bytes(), stderr.Bytes(), cmd.ProcessState.ExitCode()
	}
}

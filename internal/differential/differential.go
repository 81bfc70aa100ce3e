// Package differential compares the output of this project's tile-opt for generated programs with that of mlir-opt of
// LLVM 22. Only tests use it: give [Compare] a pipeline and a mix of programs of package irgen.
package differential

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
)

// Tool runs a command in the process with an input, and returns its two outputs and its exit code.
type Tool func(args []string, input []byte) (stdout, stderr []byte, code int)

// separator separates the modules of an input that the tools split.
const separator = "// -----\n"

// batch is the number of modules in one run of mlir-opt, whose time is quadratic in the length of a split input.
const batch = 50

// Config configures a comparison.
type Config struct {
	Ours  Tool
	Flags []string // for both tools, in addition to those that split the input and allow unregistered operations
	// Programs returns the text of one module.
	Programs func(seed uint64) []byte
	Seeds    int // only the first 30 run unless tests run in full
	// MaxShown bounds the number of differing programs that are reported in full (default 3).
	MaxShown int
}

// Generated returns the modules of package irgen with some options, as [Config.Programs].
func Generated(opts irgen.Options) func(seed uint64) []byte {
	return func(seed uint64) []byte { return irgen.Module(seed, opts) }
}

// Pair is the output of both tools for the module of one seed.
type Pair struct {
	Seed         uint64
	Input        []byte
	Ours, Theirs string
}

// Compare fails the test for every program for which the outputs differ.
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

// Run returns the output of both tools for all programs, except those for which mlir-opt fails or does not terminate.
// These must be the minority. It skips the test if mlir-opt is not installed.
func Run(t *testing.T, c Config) []Pair {
	t.Helper()
	r := &runner{t: t, config: c, mlirOpt: llvmtool.Find(t, "mlir-opt"),
		flags: append([]string{"--allow-unregistered-dialect", "--split-input-file"}, c.Flags...)}
	c.Seeds = longtest.Count(min(c.Seeds, 12), c.Seeds)
	var pairs []Pair
	for from := 0; from < c.Seeds; from += batch {
		pairs = append(pairs, r.compare(uint64(from), min(batch, c.Seeds-from))...)
	}
	if 2*len(pairs) < c.Seeds {
		t.Fatalf("mlir-opt %s handles only %d of %d programs", strings.Join(r.flags, " "), len(pairs), c.Seeds)
	}
	return pairs
}

type runner struct {
	t       *testing.T
	config  Config
	mlirOpt string
	flags   []string
}

// timeout is the time limit of mlir-opt for a batch. For some programs mlir-opt does not terminate.
const timeout = 30 * time.Second

// compare runs both tools on the programs of n seeds. If mlir-opt fails or takes too long, compare runs on each half.
func (r *runner) compare(from uint64, n int) (pairs []Pair) {
	inputs := make([][]byte, n)
	for i := range inputs {
		inputs[i] = r.config.Programs(from + uint64(i))
	}
	joined := bytes.Join(inputs, []byte(separator))
	expected, ok := r.external(joined, n)
	if !ok {
		if n == 1 {
			r.t.Logf("seed %d: mlir-opt fails or does not come to an end", from)
			return nil
		}
		return append(r.compare(from, n/2), r.compare(from+uint64(n/2), n-n/2)...)
	}
	stdout, stderr, code := r.config.Ours(r.flags, joined)
	ours := r.printed("tile-opt", stdout, stderr, code, n)
	for i := range inputs {
		pairs = append(pairs, Pair{from + uint64(i), inputs[i], ours[i], expected[i]})
	}
	return pairs
}

// external runs mlir-opt; ok is false if it fails or takes too long.
func (r *runner) external(input []byte, n int) (modules []string, ok bool) {
	r.t.Helper()
	limit := timeout
	if n < batch {
		limit /= 4
	}
	ctx, cancel := context.WithTimeout(r.t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, r.mlirOpt, r.flags...)
	cmd.Stdin = bytes.NewReader(input)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	_ = cmd.Run() // the exit code shows a failure
	if (ctx.Err() != nil || cmd.ProcessState.ExitCode() != 0) && r.t.Context().Err() == nil {
		return nil, false
	}
	return r.printed("mlir-opt", stdout.Bytes(), stderr.Bytes(), cmd.ProcessState.ExitCode(), n), true
}

// printed returns the output of a tool for each of n modules.
func (r *runner) printed(name string, stdout, stderr []byte, code, n int) []string {
	r.t.Helper()
	if code != 0 {
		r.t.Fatalf("%s %s: exit code %d\n%.3000s", name, strings.Join(r.flags, " "), code, stderr)
	}
	modules := strings.Split(string(stdout), separator)
	if len(modules) != n {
		r.t.Fatalf("%s %s printed %d modules for %d", name, strings.Join(r.flags, " "), len(modules), n)
	}
	for i := range modules {
		modules[i] = strings.TrimSpace(modules[i])
	}
	return modules
}

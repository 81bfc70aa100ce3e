package irgen_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/girih-ir/girih/internal/irgen"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/internal/longtest"
)

var seeds = flag.Int("seeds", longtest.Count(10, 100), "how many seeds of each kind of program mlir-opt reads")

// batch is the number of modules in one run of mlir-opt, whose time is quadratic in the length of a split input.
const batch = 100

// modules joins the modules of some seeds as one input that mlir-opt splits.
func modules(from, to int, opts irgen.Options) []byte {
	var text bytes.Buffer
	for seed := from; seed < to; seed++ {
		text.Write(irgen.Module(uint64(seed), opts))
		text.WriteString("// -----\n")
	}
	return text.Bytes()
}

// printed returns what mlir-opt prints for an input.
func printed(t *testing.T, opt string, input []byte, flags ...string) []byte {
	t.Helper()
	cmd := exec.Command(opt, append([]string{"--allow-unregistered-dialect", "--split-input-file"}, flags...)...)
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mlir-opt: %v\n%.2000s", err, stderr.Bytes())
	}
	return out
}

func TestMlirOptPrintsStableModulesTheSameTwice(t *testing.T) {
	opt := llvmtool.Find(t, "mlir-opt")
	opts := irgen.Everything()
	opts.Stable = true
	for _, flags := range [][]string{
		nil,
		{"--mlir-print-op-generic"},
		{"--mlir-print-debuginfo"},
		{"--mlir-print-debuginfo", "--mlir-print-op-generic"},
		{"--mlir-print-debuginfo", "--mlir-print-local-scope"},
	} {
		t.Run(fmt.Sprint(flags), func(t *testing.T) {
			t.Parallel()
			for from := 0; from < *seeds; from += batch {
				once := printed(t, opt, modules(from, min(from+batch, *seeds), opts), flags...)
				twice := printed(t, opt, once, flags...)
				if !bytes.Equal(once, twice) {
					t.Errorf("seeds from %d: %s", from, cmp.Diff(strings.Split(string(once), "\n"),
						strings.Split(string(twice), "\n")))
				}
			}
		})
	}
}

var errorLine = regexp.MustCompile(`(?m)^<stdin>:(\d+):\d+: error: (.*)$`)

// rejected runs mlir-opt on the modules of many seeds at once and returns its first complaint about each seed.
func rejected(t *testing.T, opt string, from, to int, opts irgen.Options) map[int]string {
	t.Helper()
	var text bytes.Buffer
	var ends []int // the line after the module of each seed
	for seed := from; seed < to; seed++ {
		text.Write(irgen.Module(uint64(seed), opts))
		text.WriteString("// -----\n")
		ends = append(ends, bytes.Count(text.Bytes(), []byte("\n")))
	}
	cmd := exec.Command(opt, "--allow-unregistered-dialect", "--split-input-file", "-o", os.DevNull)
	cmd.Stdin = &text
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	found := map[int]string{}
	for _, m := range errorLine.FindAllSubmatch(stderr.Bytes(), -1) {
		line, _ := strconv.Atoi(string(m[1]))
		seed := from
		for seed < to-1 && ends[seed-from] < line {
			seed++
		}
		if found[seed] == "" {
			found[seed] = string(m[2])
		}
	}
	if err != nil && len(found) == 0 {
		t.Fatalf("mlir-opt failed on seeds %d to %d without a located error: %v\n%.2000s", from, to, err, stderr.Bytes())
	}
	return found
}

func TestMlirOptAcceptsEveryModule(t *testing.T) {
	opt := llvmtool.Find(t, "mlir-opt")
	small, large := irgen.Everything(), irgen.Everything()
	small.Functions, small.Ops, small.Depth = 1, 5, 1
	large.Functions, large.Ops, large.Depth = 8, 120, 5
	kinds := map[string]irgen.Options{
		"plain": {}, "everything": irgen.Everything(), "executable": irgen.Executable(), "small": small, "large": large,
	}
	for f := irgen.OddWidths; f <= irgen.GenericForm; f <<= 1 {
		kinds[fmt.Sprintf("only feature %#x", f)] = irgen.Options{Features: f, Ops: 15}
		kinds[fmt.Sprintf("without feature %#x", f)] = irgen.Options{Features: irgen.Everything().Features &^ f, Ops: 15}
		kinds[fmt.Sprintf("defined without feature %#x", f)] = irgen.Options{Features: irgen.Everything().Features &^ f,
			Ops: 15, Defined: true}
	}
	for name, opts := range kinds {
		if opts.Ops == 15 && !longtest.IncludesName(name, 4) {
			continue
		}
		n := *seeds
		if opts.Ops == 15 {
			n = *seeds / 10
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for from := 0; from < n; from += batch {
				for seed, message := range rejected(t, opt, from, min(from+batch, n), opts) {
					t.Errorf("seed %d: %s", seed, message)
				}
			}
		})
	}
}

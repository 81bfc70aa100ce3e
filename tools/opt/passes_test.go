package opt_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/tools/opt"
)

// nested is a module on which mlir-opt's cse and loop-invariant-code-motion change nothing.
const nested = `module {
  func.func @a(%x: i32) -> i32 {
    %c = arith.constant 1 : i32
    %y = arith.addi %x, %c {m = affine_map<(d0) -> (d0 + 1)>} : i32
    return %y : i32
  }
  module @inner {
    func.func @b() {
      return
    }
  }
  module {
    func.func @c() {
      return
    }
  }
  func.func @d() {
    return
  }
}
`

type seen struct {
	Seen int64 `stat:"num-seen" help:"Number of operations seen"`
	Kept int64 `stat:"kept" help:"Number of operations kept"`
}

// testPasses returns passes that have names of mlir-opt's passes and change nothing, and passes that fail in every
// possible way.
func testPasses() []*pass.Pass {
	quiet := func(ctx *pass.Context, op *ir.Operation) error {
		if s, ok := ctx.Statistics.(*seen); ok {
			op.Walk(func(*ir.Operation) bool { s.Seen++; return true })
		}
		return nil
	}
	type level struct {
		Level int    `opt:"level" help:"How much is done" values:"2,3,5"`
		Mode  string `opt:"mode" help:"How it is done" values:"fast,exact"`
	}
	return []*pass.Pass{
		{Name: "cse", Title: "CSE", Summary: "Eliminate common sub-expressions", Run: quiet,
			Statistics: func() any { return &seen{} }},
		{Name: "loop-invariant-code-motion", Title: "LoopInvariantCodeMotion",
			Summary: "Hoist loop invariant instructions outside of the loop", Run: quiet},
		{Name: "leveled", Summary: "do nothing at a level", Run: quiet, Options: func() any { return &level{2, "fast"} }},
		{Name: "rename", Summary: "append an underscore to names of functions", Anchor: "func.func",
			Run: func(_ *pass.Context, op *ir.Operation) error {
				op.SetAttr(ir.SymbolName, op.Context().StringAttr(ir.SymbolNameOf(op)+"_"))
				return nil
			}},
		{Name: "fail-on-b", Summary: "fail on @b", Anchor: "func.func", Run: func(_ *pass.Context, op *ir.Operation) error {
			if ir.SymbolNameOf(op) == "b" {
				return op.Errorf("is not liked")
			}
			return nil
		}},
		{Name: "panic", Summary: "panic", Run: func(*pass.Context, *ir.Operation) error { panic("out of cheese") }},
		{Name: "break", Summary: "erase terminators", Anchor: "func.func",
			Run: func(_ *pass.Context, op *ir.Operation) error {
				op.Region(0).Entry().Last().Erase()
				return nil
			}},
	}
}

// passTool runs an opt tool with the test passes in this process.
func passTool(stdin string, args ...string) (code int, stdout, stderr string) {
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: testPasses(), Pipelines: []*pass.Named{{
		Name: "tidy", Summary: "clean up", Build: func(p *pass.Pipeline, _ any) error {
			p.Add(testPasses()[0])
			p.Nest("func.func").Add(testPasses()[1])
			return nil
		}}}}
	var out, errs bytes.Buffer
	code = opt.Main(cfg, args, strings.NewReader(stdin), &out, &errs)
	return code, out.String(), errs.String()
}

// mlirOpt runs mlir-opt.
func mlirOpt(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	cmd := exec.Command(llvmtool.Find(t, "mlir-opt"), args...)
	var out, errs bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &errs
	var exit *exec.ExitError
	if err := cmd.Run(); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return code, out.String(), errs.String()
}

func TestIRBetweenPassesPrintsAsMlirOptPrintsIt(t *testing.T) {
	const pipeline = "--pass-pipeline=builtin.module(cse,func.func(cse,loop-invariant-code-motion),any(" +
		"loop-invariant-code-motion),builtin.module(func.func(cse)))"
	for _, flags := range []string{
		"--mlir-print-ir-after-all", "--mlir-print-ir-before-all", "--mlir-print-ir-before-all --mlir-print-ir-after-all",
		"--mlir-print-ir-before=cse --mlir-print-ir-after=loop-invariant-code-motion",
		"--mlir-print-ir-after=cse,loop-invariant-code-motion",
		"--mlir-print-ir-after-all --mlir-print-ir-after-change", "--mlir-print-ir-after-failure",
		"--mlir-print-ir-after-all --mlir-print-ir-module-scope",
		"--mlir-print-ir-before=loop-invariant-code-motion --mlir-print-ir-module-scope",
		"--mlir-print-ir-after-all --mlir-print-op-generic", "--mlir-print-ir-after-all --mlir-print-debuginfo",
		"--mlir-print-ir-after-all --mlir-print-local-scope", "--dump-pass-pipeline",
	} {
		args := append(strings.Fields(flags), pipeline, "--mlir-disable-threading")
		_, wantOut, want := mlirOpt(t, nested, args...)
		code, gotOut, got := passTool(nested, args...)
		if code != 0 || got != want || gotOut != wantOut {
			t.Errorf("%s: exit code %d, printed\n%s\nwant\n%s", flags, code, got, want)
		}
	}
}

func TestTreesOfDumpsAreThoseOfMlirOpt(t *testing.T) {
	ours, theirs := t.TempDir(), t.TempDir()
	args := []string{"--pass-pipeline=builtin.module(func.func(cse,loop-invariant-code-motion),builtin.module(cse," +
		"func.func(cse)),cse,cse)",
		"--mlir-disable-threading", "--mlir-print-ir-before=loop-invariant-code-motion", "--mlir-print-ir-after-all"}
	mlirOpt(t, nested, append(args, "--mlir-print-ir-tree-dir="+theirs)...)
	if code, _, stderr := passTool(nested, append(args, "--mlir-print-ir-tree-dir="+ours)...); code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %q", code, stderr)
	}
	got, want := files(t, ours), files(t, theirs)
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s holds\n%s\nwant\n%s", name, got[name], text)
		}
	}
	if len(got) != len(want) || len(got) == 0 {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

// files returns the texts of all files in a tree.
func files(t *testing.T, root string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		out[strings.TrimPrefix(path, root)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

var (
	seconds    = regexp.MustCompile(`[ ]*[0-9]+\.[0-9]{4}`)
	percentage = regexp.MustCompile(`-?[0-9]+\.[0-9]\b`)
)

// withoutTimes replaces the parts that differ from run to run, such as whether several threads ran, and removes
// analyses, which differ between the tools.
func withoutTimes(report string) string {
	var out []string
	for line := range strings.Lines(report) {
		if !strings.Contains(line, "(A) ") {
			out = append(out, line)
		}
	}
	text := percentage.ReplaceAllString(seconds.ReplaceAllString(strings.Join(out, ""), " T"), "P")
	text = regexp.MustCompile(`\( *P%\)`).ReplaceAllString(text, "(P%)")
	text = strings.Replace(text, "  ----User Time----", "", 1)
	return strings.ReplaceAll(text, " T (P%) T (P%)", " T (P%)")
}

func TestExecutionTimesAreReportedAsMlirOptReportsThem(t *testing.T) {
	for _, pipeline := range []string{"builtin.module(cse,loop-invariant-code-motion)",
		"builtin.module(cse,func.func(cse,loop-invariant-code-motion),any(loop-invariant-code-motion),builtin.module(" +
			"func.func(cse),cse),cse)"} {
		// With several threads, it depends on chance whether mlir-opt lists a nested pass once or twice.
		args := []string{"--pass-pipeline=" + pipeline, "--mlir-timing", "--mlir-timing-display=tree",
			"--mlir-disable-threading"}
		_, _, want := mlirOpt(t, nested, args...)
		code, _, got := passTool(nested, args...)
		if code != 0 || withoutTimes(got) != withoutTimes(want) {
			t.Errorf("%s: exit code %d, printed\n%s\nwant\n%s", pipeline, code, withoutTimes(got), withoutTimes(want))
		}
		args = append(args, "--mlir-output-format=json")
		_, _, got = passTool(nested, args...)
		if _, _, want = mlirOpt(t, nested, args...); jsonShape(got) != jsonShape(want) {
			t.Errorf("%s: printed\n%s\nwant\n%s", pipeline, got, want)
		}
	}
}

// jsonShape is the part of a JSON report other than times and analyses.
func jsonShape(report string) string {
	var names []string
	for line := range strings.Lines(report) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "{"); ok && strings.Contains(name, `"name": `) {
			indent := len(line) - len(strings.TrimLeft(line, " "))
			if i := strings.Index(name, `"name": `); !strings.Contains(name, "(A) ") {
				names = append(names, fmt.Sprint(indent, name[i:]))
			}
		}
	}
	return strings.Join(names, "")
}

func TestTheListOfExecutionTimesHasTheLongestFirst(t *testing.T) {
	code, _, stderr := passTool(nested, "--pass-pipeline=builtin.module(cse,func.func(cse))", "--mlir-timing",
		"--mlir-timing-display=list")
	var times []string
	for _, line := range strings.Split(stderr, "\n") {
		if m := regexp.MustCompile(`^ +([0-9.]+) \(.*\)  (.*)$`).FindStringSubmatch(line); m != nil {
			times = append(times, m[2])
		}
	}
	got := strings.Join(times, ",")
	if code != 0 || !strings.HasSuffix(got, ",Rest,Total") || strings.Count(got, "CSE") != 1 {
		t.Errorf("exit code %d, rows %s\n%s", code, got, stderr)
	}
}

const (
	reportLine       = "===-------------------------------------------------------------------------===\n"
	statisticsHeader = reportLine + "                         ... Pass statistics report ...\n" + reportLine
)

func TestStatisticsAreSummedForEachStepOrEachPass(t *testing.T) {
	const pipeline = "--pass-pipeline=builtin.module(cse,func.func(loop-invariant-code-motion,cse),builtin.module(" +
		"func.func(cse)))"
	for display, want := range map[string]string{
		"pipeline": `CSE
  (S)  0 kept     - Number of operations kept
  (S) 13 num-seen - Number of operations seen
Pipeline Collection : ['builtin.module', 'func.func']
  'builtin.module' Pipeline
    'func.func' Pipeline
      CSE
        (S) 0 kept     - Number of operations kept
        (S) 4 num-seen - Number of operations seen
  'func.func' Pipeline
    LoopInvariantCodeMotion
    CSE
      (S) 0 kept     - Number of operations kept
      (S) 6 num-seen - Number of operations seen
`,
		"list": `  CSE
    (S)  0 kept     - Number of operations kept
    (S) 23 num-seen - Number of operations seen
`,
	} {
		for _, threads := range []string{"--threads=1", "--threads=3"} {
			_, _, got := passTool(nested, pipeline, threads, "--mlir-pass-statistics", "--mlir-pass-statistics-display="+display)
			if got != statisticsHeader+want+"\n" {
				t.Errorf("%s %s: printed\n%s\nwant\n%s", threads, display, got, want)
			}
		}
	}
}

func TestDiffsShowWhatPassesChange(t *testing.T) {
	code, _, stderr := passTool("func.func @a() {\n  return\n}\n", "--cse", "--rename", "--mlir-print-ir-diff")
	const want = `// -----// IR Dump After rename (rename) //----- //
--- before rename
+++ after rename
@@ -1,3 +1,3 @@
-func.func @a() {
+func.func @a_() {
   return
 }

`
	if code != 0 || stderr != want {
		t.Errorf("exit code %d, printed\n%s\nwant\n%s", code, stderr, want)
	}
}

func TestAPassThatFailsPanicsOrBreaksTheIRIsNamedAndNothingIsWritten(t *testing.T) {
	tests := map[string][]string{
		"builtin.module(builtin.module(func.func(fail-on-b)))": {
			"<stdin>:8:5: error: 'func.func' op is not liked\n    func.func @b() {\n    ^\n",
			"tile-opt: error: pass 'fail-on-b' failed on 'func.func' op @b\n"},
		"builtin.module(panic)": {"<stdin>:1:1: error: 'builtin.module' op pass 'panic' failed: pass panicked: out of cheese",
			"passes_test.go", "tile-opt: error: pass 'panic' failed on 'builtin.module' op\n"},
		"builtin.module(func.func(cse,break))": {"error: empty block: expect at least a terminator",
			"tile-opt: error: pass 'break' left invalid IR in 'func.func' op @d\n"},
	}
	for pipeline, want := range tests {
		input := nested
		if strings.Contains(pipeline, "break") {
			input = "func.func @d() {\n  return\n}\n"
		}
		code, stdout, stderr := passTool(input, "--pass-pipeline="+pipeline)
		if code != 1 || stdout != "" {
			t.Errorf("%s: exit code %d, printed %q", pipeline, code, stdout)
		}
		for _, w := range want {
			if !strings.Contains(stderr, w) {
				t.Errorf("%s: no %q in %q", pipeline, w, stderr)
			}
		}
		code, stdout, stderr = passTool(input, "--pass-pipeline="+pipeline, "--verify-each=0")
		if broken := strings.Contains(pipeline, "break"); broken != (code == 0) {
			t.Errorf("%s without verification: exit code %d, printed %q, %q", pipeline, code, stdout, stderr)
		}
	}
}

func TestReproducersHoldTheIRAndThePipelineAndFailAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.mlir")
	args := []string{"--pass-pipeline=builtin.module(leveled{level=5},builtin.module(func.func(rename),func.func(cse," +
		"fail-on-b)))",
		"--mlir-pass-pipeline-crash-reproducer=" + file}
	input := strings.Replace(nested, "@b", "@b", 1)
	if code, _, stderr := passTool(input, args...); code != 0 {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a reproducer of a success: %v", err)
	}
	args[0] = strings.Replace(args[0], "func.func(rename),", "", 1)
	for _, local := range []bool{false, true} {
		flags, pipeline := args, "builtin.module(leveled{level=5 mode=fast},builtin.module(func.func(cse,fail-on-b)))"
		if local {
			flags, pipeline = append(flags, "--mlir-pass-pipeline-local-reproducer"),
				"builtin.module(builtin.module(func.func(fail-on-b)))"
		}
		_, _, stderr := passTool(input, flags...)
		if want := "[`fail-on-b` on 'func.func' operation: @b]: reproducer generated at `" + file +
			"`"; !strings.Contains(stderr, want) {
			t.Errorf("no %q in %q", want, stderr)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("}\n\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: %q,\n"+
			"      disable_threading: %v,\n      verify_each: true\n    }\n  }\n#-}\n", pipeline, local)
		if !strings.HasSuffix(string(text), want) {
			t.Errorf("the reproducer is\n%s\nwant at its end\n%s", text, want)
		}
		code, stdout, stderr := passTool("", file, "--run-reproducer")
		if code != 1 || stdout != "" || !strings.Contains(stderr, "'func.func' op is not liked") {
			t.Errorf("rerun: exit code %d, printed %q and %q", code, stdout, stderr)
		}
	}
}

func TestReproducersGoBetweenTheToolsAndMlirOpt(t *testing.T) {
	theirs, ours := filepath.Join(t.TempDir(), "theirs.mlir"), filepath.Join(t.TempDir(), "ours.mlir")
	const pipeline = "--pass-pipeline=builtin.module(cse,func.func(cse,loop-invariant-code-motion))"
	mlirOpt(t, nested, pipeline, "--mlir-generate-reproducer="+theirs)
	code, stdout, stderr := passTool("", theirs, "--run-reproducer", "--dump-pass-pipeline")
	if code != 0 || !strings.Contains(stderr, "  cse,\n  func.func(\n    cse,\n    loop-invariant-code-motion\n") ||
		strings.Contains(stdout, "reproducer") {
		t.Errorf("theirs: exit code %d, printed %q and %q", code, stdout, stderr)
	}
	passTool(nested, pipeline, "--mlir-generate-reproducer="+ours)
	wantCode, wantOut, wantErr := mlirOpt(t, "", ours, "--run-reproducer", "--dump-pass-pipeline")
	code, stdout, stderr = passTool("", ours, "--run-reproducer", "--dump-pass-pipeline")
	if wantCode != 0 || code != 0 || stdout != wantOut || stderr != wantErr {
		t.Errorf("ours: exit codes %d and %d, printed\n%s%s\nwant\n%s%s", code, wantCode, stderr, stdout, wantErr, wantOut)
	}
}

func TestWrongReproducersAreRefused(t *testing.T) {
	entry := func(s string) string {
		return "module {\n}\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      " + s + "\n    }\n  }\n#-}\n"
	}
	for input, want := range map[string]string{
		"module {\n}\n":                           "is not a reproducer",
		entry(`pipeline: true`):                   "pipeline: expected a string",
		entry(`verify_each: "maybe"`):             "verify_each: ",
		entry(`colour: "red"`):                    "colour: no such entry",
		entry(`pipeline: "builtin.module(nopt)"`): "builtin.module(nopt)\n               ^",
	} {
		code, stdout, stderr := passTool(input, "--run-reproducer")
		if code != 1 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, printed %q and %q", input, code, stdout, stderr)
		}
	}
}

func TestPassesGivenAsFlagsRunInTheirOrderWhereTheyAreAnchored(t *testing.T) {
	_, _, stderr := passTool(nested, "--rename", "--leveled=level=3 mode=exact", "--tidy", "--dump-pass-pipeline")
	want := "Pass Manager with 4 passes:\nbuiltin.module(\n  func.func(\n    rename\n  ),\n  leveled{level=3 " +
		"mode=exact},\n  cse,\n" +
		"  func.func(\n    loop-invariant-code-motion\n  )\n)\n\n"
	if stderr != want {
		t.Errorf("got\n%s\nwant\n%s", stderr, want)
	}
}

func TestMisspeltNamesAreCorrected(t *testing.T) {
	for flag, want := range map[string]string{
		"--pass-pipeline=builtin.module(func.fun(cse))": "did you mean 'func.func'?\nbuiltin.module(func.fun(cse))\n  " +
			"             ^\n",
		"--pass-pipeline=builtin.module(cze)": "did you mean 'cse'?",
		"--pass-pipeline=builtin.module(rename)": "did you intend to nest: " +
			"func.func(rename)?\nbuiltin.module(rename)\n               ^\n",
		"--pass-pipeline=func.func(rename)":     "can't run 'func.func' pass manager on 'builtin.module' op",
		"--loop-invariant-code-moton":           "did you mean --loop-invariant-code-motion?",
		"--leveled=lvel=3":                      "did you mean 'level'?",
		"--mlir-print-ir-after=csx":             "no pass is named 'csx'; did you mean 'cse'?",
		"--mlir-timing-display=heap":            "expected one of list, tree",
		"--threads=-1":                          "--threads must not be negative",
		"--mlir-pass-pipeline-local-reproducer": "needs --mlir-pass-pipeline-crash-reproducer",
		"--pass-pipeline=": "expected pass pipeline to be wrapped with the anchor " +
			"operation type",
	} {
		code, stdout, stderr := passTool(nested, flag)
		if code != 1 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, printed %q and %q", flag, code, stdout, stderr)
		}
	}
}

func TestHelpAndListsAreMadeFromTheRegistry(t *testing.T) {
	for _, flag := range []string{"--help", "--list-passes"} {
		code, stdout, _ := passTool("", flag)
		for _, want := range []string{
			"\nPasses:\n", "  --cse ", " -   Eliminate common sub-expressions\n", "    --level=<int> ",
			" - How much is done: 2, 3, 5 (default: 2)\n",
			"    --mode=<value> ", "    =exact\n", "\nPass Pipelines:\n", "  --tidy ", " -   clean up\n",
		} {
			if code != 0 || !strings.Contains(stdout, want) {
				t.Errorf("%s: exit code %d, no %q in\n%s", flag, code, want, stdout)
			}
		}
	}
	_, stdout, _ := passTool("", "--help")
	for _, want := range []string{"OVERVIEW: tile-opt", "Available Dialects: arith, ",
		"\nUSAGE: tile-opt [options] <input file>\n",
		"  --mlir-timing-display=<value> ", "    =tree ", "  --split-input-file[=<marker>] "} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
}

// square rewrites x * x to x + x.
var square = &pass.Pass{Name: "square", Summary: "replace squares",
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		set := rewrite.MustSet(&rewrite.Pattern{Name: "square-to-double", Root: &arith.MulI,
			Rewrite: func(rw *rewrite.Rewriter, op *ir.Operation) bool {
				if op.Operand(0) != op.Operand(1) {
					return false
				}
				rw.ReplaceWithOp(op, rw.Build(&arith.AddI, op.OperandValues()))
				return true
			}})
		_, err := rewrite.Greedy(op, set, rewrite.Options{Context: ctx})
		return err
	}}

func TestRewritesAreTracedAndCounted(t *testing.T) {
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{square}}
	const input = "func.func @f(%a: i32, %b: i32) -> (i32, i32) {\n  %0 = arith.muli %a, %a : i32\n  %1 = " +
		"arith.muli %b, %b : i32\n" +
		"  return %0, %1 : i32, i32\n}\n"
	run := func(args ...string) (stdout, stderr string) {
		var out, errs bytes.Buffer
		if code := opt.Main(cfg, append(args, "--square"), strings.NewReader(input), &out, &errs); code != 0 {
			t.Errorf("%s: exit code %d, %s", args, code, errs.String())
		}
		return out.String(), errs.String()
	}
	if _, trace := run("--debug-rewrites"); strings.Count(trace, "square-to-double: ") != 2 ||
		!strings.Contains(trace, "<stdin>") {
		t.Errorf("the trace is\n%s", trace)
	}
	for flag, want := range map[string][2]int{
		"--mlir-debug-counter=square-to-double-count=1":                    {1, 1},
		"--debug-counter=square-to-double-skip=0,square-to-double-count=0": {2, 0},
	} {
		out, report := run(flag, "--print-debug-counter")
		if got := [2]int{strings.Count(out, "muli"), strings.Count(out, "addi")}; got != want ||
			!strings.Contains(report, "square-to-double") {
			t.Errorf("%s leaves %d multiplications and %d additions, want %v; reports %q", flag, got[0], got[1], want, report)
		}
	}
}

func TestACancelledRunIsAnError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: testPasses()}
	var out, errs bytes.Buffer
	code := opt.MainContext(ctx, cfg, []string{"--cse"}, strings.NewReader(nested), &out, &errs)
	if code != 1 || out.Len() > 0 || !strings.Contains(errs.String(), context.Canceled.Error()) {
		t.Errorf("exit code %d, printed %q and %q", code, out.String(), errs.String())
	}
}

package pass_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
)

// functions returns a module of n functions f0 to f<n-1>, in two nested modules. Every third one causes a warning.
func functions(t testing.TB, n, threads int) *ir.Operation {
	t.Helper()
	var b strings.Builder
	for half := range 2 {
		fmt.Fprintf(&b, "module @m%d {\n", half)
		for i := half * n / 2; i < (half+1)*n/2; i++ {
			fmt.Fprintf(&b, "  func.func @f%d() { return }\n", i)
		}
		b.WriteString("}\n")
	}
	ctx := registry.NewContext()
	ctx.Threads = threads
	op, err := text.ParseString(ctx, b.String())
	if err != nil {
		t.Fatal(err)
	}
	return op
}

// talkative returns passes on functions that mark them, report, write and count, and fail on the given functions.
func talkative(failing ...string) []*pass.Pass {
	type stats struct {
		Functions int64 `stat:"functions" help:"Number of functions"`
	}
	mark := func(name string) *pass.Pass {
		return &pass.Pass{Name: name, Anchor: "func.func", Statistics: func() any { return &stats{} },
			Run: func(ctx *pass.Context, op *ir.Operation) error {
				symbol := ir.SymbolNameOf(op)
				op.SetAttr("test."+name, op.Context().StringAttr(symbol))
				ctx.Statistics.(*stats).Functions++
				ctx.Report(&ir.Diagnostic{Severity: ir.Warning, Loc: op.Loc(), Message: name + " saw " + symbol})
				fmt.Fprintf(ctx.Output(), "%s wrote %s\n", name, symbol)
				for _, f := range failing {
					if f == symbol {
						return fmt.Errorf("%s cannot do %s", name, symbol)
					}
				}
				return nil
			}}
	}
	more := &pass.Pass{Name: "one-more", Run: func(*pass.Context, *ir.Operation) error { return nil }}
	return []*pass.Pass{mark("one"), mark("two"), more}
}

// transcript runs a pipeline and returns everything it produces: reports and output in one stream, the IR, the counters
// and the error.
func transcript(t *testing.T, pipeline string, threads int, failing ...string) string {
	t.Helper()
	p, err := pass.ParsePipeline(pipeline, talkative(failing...))
	if err != nil {
		t.Fatal(err)
	}
	op := functions(t, 300, threads)
	var out bytes.Buffer
	var stats pass.Statistics
	err = p.Run(context.Background(), op, pass.RunOptions{
		Verify: true, Output: &out, Statistics: &stats,
		Report:    func(d *ir.Diagnostic) { fmt.Fprintln(&out, d) },
		Observers: []pass.Observer{narrate},
	})
	if err != nil {
		return fmt.Sprintf("%s\nerror: %v", out.String(), err)
	}
	if err := stats.WritePipeline(&out); err != nil {
		t.Fatal(err)
	}
	return out.String() + string(text.Print(op, text.Options{}))
}

// narrate is an observer that writes its events.
func narrate(e *pass.Event) func(error) {
	fmt.Fprintf(e.Output, "before %s on %s\n", e.Pass.Name, ir.SymbolNameOf(e.Op))
	return func(err error) { fmt.Fprintf(e.Output, "after %s: %v\n", e.Pass.Name, err != nil) }
}

func TestResultsReportsAndOutputDoNotDependOnThreads(t *testing.T) {
	const pipeline = "builtin.module(builtin.module(func.func(one),func.func(two)),builtin.module(func.func(one)))"
	tests := map[string][]string{
		"success":       nil,
		"one failure":   {"f70"},
		"many failures": {"f299", "f290", "f151", "f149", "f148", "f70", "f71"},
		"last fails":    {"f299"},
	}
	for name, failing := range tests {
		t.Run(name, func(t *testing.T) {
			want := transcript(t, pipeline, 1, failing...)
			for _, threads := range []int{2, 3, 8, 8, 8, 33} {
				if got := transcript(t, pipeline, threads, failing...); got != want {
					t.Fatalf("%d threads: %s", threads, firstDifference(want, got))
				}
			}
		})
	}
}

// firstDifference shows the first line in which two texts differ.
func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d is %q, want %q", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(g), len(w))
}

func TestAFailureEndsThePipelineForItsOperationButNotForThoseBeside(t *testing.T) {
	for _, threads := range []int{1, 4} {
		out := transcript(t, "builtin.module(builtin.module(func.func(one,two)),one-more)", threads, "f201", "f40", "f41")
		if !strings.Contains(out, "error: pass 'one' failed on 'func.func' op @f40: one cannot do f40") {
			t.Errorf("%d threads: %s", threads, out[strings.LastIndex(out, "error:"):])
		}
		for _, said := range []string{"one cannot do f41", "one cannot do f201", "two saw f42", "two saw f299"} {
			if !strings.Contains(out, said) {
				t.Errorf("%d threads: no %q", threads, said)
			}
		}
		for _, unsaid := range []string{"two saw f40", "before one-more"} {
			if strings.Contains(out, unsaid) {
				t.Errorf("%d threads: there is %q", threads, unsaid)
			}
		}
	}
}

func TestFunctionsAreWorkedOnAtTheSameTimeButNeverByMoreThreadsThanAllowed(t *testing.T) {
	const threads = 3
	var now, most atomic.Int64
	all := make(chan struct{}) // closed when the greatest allowed number of passes run
	meet := &pass.Pass{Name: "meet", Anchor: "func.func", Run: func(ctx *pass.Context, _ *ir.Operation) error {
		n := now.Add(1)
		defer now.Add(-1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		if n == threads {
			select {
			case <-all:
			default:
				close(all)
			}
		}
		select {
		case <-all:
		case <-ctx.Done():
		}
		return nil
	}}
	module := pass.NewPipeline("builtin.module")
	module.Nest("builtin.module").Nest("func.func").Add(meet)
	if err := module.Run(t.Context(), functions(t, 300, threads), pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if most.Load() != threads {
		t.Errorf("%d passes ran at the same time, want %d", most.Load(), threads)
	}
}

func TestPanicsOnAnyGoroutineAreFailuresOfThePass(t *testing.T) {
	boom := &pass.Pass{Name: "boom", Anchor: "func.func", Run: func(_ *pass.Context, op *ir.Operation) error {
		if ir.SymbolNameOf(op) == "f123" {
			var none []int
			_ = none[len(ir.SymbolNameOf(op))]
		}
		return nil
	}}
	p := pass.NewPipeline("builtin.module")
	p.Nest("builtin.module").Nest("func.func").Add(boom)
	for _, threads := range []int{1, 4} {
		err := p.Run(context.Background(), functions(t, 300, threads), pass.RunOptions{Verify: true})
		var failure *pass.Failure
		var panicked *pass.PanicError
		if !errors.As(err, &failure) || !errors.As(err, &panicked) || !errors.Is(err, pass.ErrPanic) {
			t.Fatalf("%d threads: error %v", threads, err)
		}
		if failure.Passes[0] != boom || ir.SymbolNameOf(failure.Op) != "f123" {
			t.Errorf("%d threads: %s", threads, failure.Summary())
		}
		if len(panicked.Stack) == 0 || !strings.Contains(panicked.Stack[0], "TestPanics") {
			t.Errorf("%d threads: the stack is %q", threads, panicked.Stack)
		}
	}
}

func TestCancellationEndsARunOnAllThreads(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var ran atomic.Int64
	stop := &pass.Pass{Name: "stop", Anchor: "func.func", Run: func(*pass.Context, *ir.Operation) error {
		if ran.Add(1) == 5 {
			cancel()
		}
		return nil
	}}
	p := pass.NewPipeline("builtin.module")
	p.Nest("builtin.module").Nest("func.func").Add(stop)
	reports := 0
	err := p.Run(ctx, functions(t, 300, 4), pass.RunOptions{Report: func(*ir.Diagnostic) { reports++ }})
	if !errors.Is(err, context.Canceled) || reports > 0 {
		t.Errorf("error %v, %d reports", err, reports)
	}
	if n := ran.Load(); n >= 300 {
		t.Errorf("the pass ran on all %d functions", n)
	}
}

// rename gives every function the same name, which only a check of the enclosing module finds.
var rename = &pass.Pass{Name: "rename", Anchor: "func.func", Run: func(_ *pass.Context, op *ir.Operation) error {
	op.SetAttr(ir.SymbolName, op.Context().StringAttr("same"))
	return nil
}}

func TestWhatPassesBreakAroundTheirOperationsIsFound(t *testing.T) {
	nothing := &pass.Pass{Name: "nothing", Anchor: "func.func", Run: func(ctx *pass.Context, _ *ir.Operation) error {
		ctx.PreserveAll()
		return nil
	}}
	p := pass.NewPipeline("builtin.module")
	p.Nest("builtin.module").Nest("func.func").Add(nothing, rename)
	var reports []string
	err := p.Run(context.Background(), functions(t, 30, 2), pass.RunOptions{Verify: true,
		Report: func(d *ir.Diagnostic) { reports = append(reports, d.Message) }})
	var failure *pass.Failure
	if !errors.As(err, &failure) || !failure.Invalid ||
		failure.Summary() != "one of the passes 'nothing', 'rename' left invalid IR in 'builtin.module' op @m0" {
		t.Errorf("error %v", err)
	}
	if len(reports) != 2 || reports[0] != "redefinition of symbol named 'same'" {
		t.Errorf("reports %q", reports)
	}
}

func TestCallsAreVerifiedAfterPassesInsideFunctions(t *testing.T) {
	ctx := registry.NewContext()
	op, err := text.ParseString(ctx, "func.func @callee(%a: i32) { return }\nfunc.func @caller(%a: i32, %b: i64) {\n"+
		"  func.call @callee(%a) : (i32) -> ()\n  return\n}")
	if err != nil {
		t.Fatal(err)
	}
	swap := &pass.Pass{Name: "swap", Anchor: "func.func", Run: func(_ *pass.Context, op *ir.Operation) error {
		entry := op.Region(0).Entry()
		for inner := range entry.Ops() {
			if inner.Name() == "func.call" {
				inner.SetOperand(0, entry.Args()[1])
			}
		}
		return nil
	}}
	p := pass.NewPipeline("builtin.module")
	p.Nest("func.func").Add(swap)
	var failure *pass.Failure
	err = p.Run(context.Background(), op, pass.RunOptions{Verify: true})
	if !errors.As(err, &failure) || !strings.Contains(err.Error(), "'func.call' op operand type mismatch") {
		t.Errorf("error %v", err)
	}
}

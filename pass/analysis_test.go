package pass_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/pass/timing"
)

// counting returns an analysis that counts the operations inside another, and the number of times that it was computed.
func counting(name string) (*pass.Analysis[int], *int) {
	computed := new(int)
	return &pass.Analysis[int]{Name: name, Compute: func(_ *pass.Context, op *ir.Operation) int {
		*computed++
		n := 0
		op.Walk(func(*ir.Operation) bool { n++; return true })
		return n
	}}, computed
}

// anonymous returns a pass that runs f.
func anonymous(f func(ctx *pass.Context, op *ir.Operation)) *pass.Pass {
	return &pass.Pass{Name: "anonymous", Run: func(ctx *pass.Context, op *ir.Operation) error { f(ctx, op); return nil }}
}

func runOn(t *testing.T, p *pass.Pipeline, op *ir.Operation) {
	t.Helper()
	op.Context().Threads = 1
	if err := p.Run(context.Background(), op, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
}

func TestAnalysesAreComputedOnceUntilAPassDoesNotPreserveThem(t *testing.T) {
	size, computed := counting("size")
	other, _ := counting("other")
	ask := anonymous(func(ctx *pass.Context, op *ir.Operation) {
		if n := size.Of(ctx, op); n != 5 {
			t.Errorf("%d operations", n)
		}
		size.Of(ctx, op)
		ctx.PreserveAll()
	})
	change := anonymous(func(*pass.Context, *ir.Operation) {})
	keep := anonymous(func(ctx *pass.Context, _ *ir.Operation) { ctx.Preserve(other, size) })
	keepOther := anonymous(func(ctx *pass.Context, _ *ir.Operation) { ctx.Preserve(other) })
	tests := []struct {
		name   string
		passes []*pass.Pass
		want   int
	}{
		{"asked twice", []*pass.Pass{ask, ask}, 1},
		{"changed between", []*pass.Pass{ask, change, ask}, 2},
		{"preserved", []*pass.Pass{ask, keep, ask}, 1},
		{"another preserved", []*pass.Pass{ask, keepOther, ask}, 2},
	}
	for _, tt := range tests {
		*computed = 0
		runOn(t, pass.NewPipeline("builtin.module", tt.passes...), module(t))
		if *computed != tt.want {
			t.Errorf("%s: computed %d times, want %d", tt.name, *computed, tt.want)
		}
	}
}

func TestAnalysesOfTheModuleOutlivePassesThatChangeNothingInside(t *testing.T) {
	size, computed := counting("size")
	ask := anonymous(func(ctx *pass.Context, op *ir.Operation) { size.Of(ctx, op); ctx.PreserveAll() })
	for _, tt := range []struct {
		inner *pass.Pass
		want  int
	}{
		{anonymous(func(ctx *pass.Context, _ *ir.Operation) { ctx.PreserveAll() }), 1},
		{anonymous(func(*pass.Context, *ir.Operation) {}), 2},
	} {
		*computed = 0
		p := pass.NewPipeline("builtin.module", ask)
		p.Nest("func.func").Add(tt.inner)
		runOn(t, p.Add(ask), module(t))
		if *computed != tt.want {
			t.Errorf("computed %d times, want %d", *computed, tt.want)
		}
	}
}

func TestPassesSeeCachedAnalysesAroundThemAndComputeThoseInside(t *testing.T) {
	size, computed := counting("size")
	var seen []int
	p := pass.NewPipeline("builtin.module", anonymous(func(ctx *pass.Context, op *ir.Operation) {
		if _, ok := size.Cached(ctx, op); ok {
			t.Error("cached before it is computed")
		}
		size.Of(ctx, op)
		for f := range op.Region(0).Entry().Ops() {
			size.Of(ctx, f)
			size.Of(ctx, f)
			if n, ok := size.Cached(ctx, f); !ok || n != 2 {
				t.Errorf("cached %d, %v for a function", n, ok)
			}
		}
		ctx.PreserveAll()
	}))
	p.Nest("func.func").Add(anonymous(func(ctx *pass.Context, op *ir.Operation) {
		n, ok := size.Cached(ctx, op.Parent())
		if !ok {
			t.Error("the analysis of the module is not cached")
		}
		seen = append(seen, n, size.Of(ctx, op))
		ctx.PreserveAll()
	}))
	runOn(t, p, module(t))
	if !slices.Equal(seen, []int{5, 2, 5, 2}) || *computed != 3 {
		t.Errorf("seen %v, computed %d times", seen, *computed)
	}
}

func TestAnAnalysisMayStandOnOthersAndDecideItselfWhetherItHolds(t *testing.T) {
	size, computed := counting("size")
	twice := &pass.Analysis[int]{Name: "twice",
		Compute: func(ctx *pass.Context, op *ir.Operation) int { return 2 * size.Of(ctx, op) },
		Holds:   func(n int, p *pass.Preserved) bool { return n == 10 && p.Has(size) },
	}
	ask := anonymous(func(ctx *pass.Context, op *ir.Operation) {
		if n := twice.Of(ctx, op); n != 10 {
			t.Errorf("twice is %d", n)
		}
		ctx.Preserve(size)
	})
	runOn(t, pass.NewPipeline("builtin.module", ask, ask, ask), module(t))
	if *computed != 1 {
		t.Errorf("computed %d times", *computed)
	}
}

// A pass may change an operation before it runs a pipeline on it. The pipeline must not see analyses from before.
func TestPipelinesThatAPassRunsAnalyzeWhatItHasChanged(t *testing.T) {
	size, _ := counting("size")
	var seen []int
	ask := pass.NewPipeline("func.func", &pass.Pass{Name: "ask", Run: func(ctx *pass.Context, op *ir.Operation) error {
		seen = append(seen, size.Of(ctx, op))
		ctx.PreserveAll()
		return nil
	}})
	before := anonymous(func(ctx *pass.Context, op *ir.Operation) {
		for f := range op.Region(0).Entry().Ops() {
			size.Of(ctx, f)
		}
		ctx.PreserveAll()
	})
	grow := &pass.Pass{Name: "grow", Run: func(ctx *pass.Context, op *ir.Operation) error {
		functions := slices.Collect(op.Region(0).Entry().Ops())
		for _, f := range functions {
			body := f.Region(0).Entry()
			ir.NewBuilder(op.Context()).Before(body.First()).Clone(f, new(ir.Mapping))
		}
		return errors.Join(ctx.Run(ask, functions[0]), ctx.RunEach(ask, functions))
	}}
	op := module(t)
	op.Context().Threads = 1
	p := pass.NewPipeline("builtin.module", before, grow)
	if err := p.Run(context.Background(), op, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(seen, []int{4, 4, 4}) {
		t.Errorf("seen %v", seen)
	}
}

func TestPassesRunPipelinesThemselves(t *testing.T) {
	var mu sync.Mutex
	var log []string
	inner := &pass.Pass{Name: "inner", Anchor: "func.func", Run: func(_ *pass.Context, op *ir.Operation) error {
		mu.Lock()
		defer mu.Unlock()
		log = append(log, ir.SymbolNameOf(op))
		return nil
	}}
	onFunctions := pass.NewPipeline("func.func", inner)
	outer := &pass.Pass{Name: "outer", Run: func(ctx *pass.Context, op *ir.Operation) error {
		for f := range op.Region(0).Entry().Ops() {
			if err := ctx.Run(onFunctions, f); err != nil {
				return err
			}
		}
		return nil
	}}
	root := timing.New("root")
	op := module(t)
	if err := pass.NewPipeline("builtin.module", outer).Run(context.Background(), op,
		pass.RunOptions{Timing: root}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(log, " "); got != "a b" {
		t.Errorf("ran on %s", got)
	}
	if nested := root.Child("outer").Child("'func.func' Pipeline").Child("inner"); nested.Wall == 0 {
		t.Error("the inner pass was not timed")
	}
	// A pass must not ask for analyses of other operations.
	escape := &pass.Pass{Name: "escape", Anchor: "func.func", Run: func(ctx *pass.Context, op *ir.Operation) error {
		return ctx.Run(onFunctions, op.Parent().Region(0).Entry().First())
	}}
	p := pass.NewPipeline("builtin.module")
	p.Nest("func.func").Add(escape)
	if err := p.Run(context.Background(), op, pass.RunOptions{}); err == nil ||
		!strings.Contains(err.Error(), "cannot be transformed by a pass that runs on another operation") {
		t.Errorf("error %v", err)
	}
}

func TestTimingHasAnEntryForEachStepThatRanAndForAnalyses(t *testing.T) {
	slow := &pass.Analysis[int]{Name: "Slow", Compute: func(*pass.Context, *ir.Operation) int {
		time.Sleep(time.Millisecond)
		return 0
	}}
	use := &pass.Pass{Name: "use", Title: "User", Run: func(ctx *pass.Context, op *ir.Operation) error {
		slow.Of(ctx, op)
		return nil
	}}
	registry := &pass.Registry{Passes: []*pass.Pass{use}}
	p, err := registry.Parse("builtin.module(use,func.func(use),builtin.module(use),use)", nil)
	if err != nil {
		t.Fatal(err)
	}
	op, root := module(t), timing.New("root")
	op.Context().Threads = 2
	if err := p.Run(context.Background(), op, pass.RunOptions{Timing: root}); err != nil {
		t.Fatal(err)
	}
	var names []string
	var visit func(*timing.Timer, string)
	visit = func(timer *timing.Timer, indent string) {
		names = append(names, indent+timer.Name)
		for _, c := range timer.Children {
			visit(c, indent+" ")
		}
	}
	for _, c := range root.Children {
		visit(c, "")
	}
	want := "User| (A) Slow|Pipeline Collection : ['builtin.module', 'func.func']| 'func.func' Pipeline|  User|   " +
		"(A) Slow|" +
		"User| (A) Slow"
	if got := strings.Join(names, "|"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	group := root.Children[1]
	if slowest := group.Children[0].Children[0]; slowest.User < 2*time.Millisecond || slowest.Wall < time.Millisecond {
		t.Errorf("two functions of 1 ms took %v, together %v", slowest.Wall, slowest.User)
	}
}

func TestAnObserverMayAskForTheTextOfAnyOperation(t *testing.T) {
	ctx := registry.NewContext()
	op, err := text.ParseString(ctx, "func.func @a() { return }")
	if err != nil {
		t.Fatal(err)
	}
	var order []string
	watch := func(name string) pass.Observer {
		return func(e *pass.Event) func(error) {
			order = append(order, "before "+name+": "+string(text.Print(e.Op, text.Options{Generic: true, SkipRegions: true})))
			return func(error) { order = append(order, "after "+name) }
		}
	}
	p := pass.NewPipeline("builtin.module", anonymous(func(*pass.Context, *ir.Operation) {}))
	if err := p.Run(context.Background(), op,
		pass.RunOptions{Observers: []pass.Observer{watch("x"), watch("y")}}); err != nil {
		t.Fatal(err)
	}
	if len(order) != 4 || !strings.HasPrefix(order[0], `before x: "builtin.module"`) || order[2] != "after y" ||
		order[3] != "after x" {
		t.Errorf("order %q", order)
	}
}

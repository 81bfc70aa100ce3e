package simt_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/arith"
	mathd "github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/lowering/strict/mathexpand"
	"github.com/girih-ir/girih/lowering/threads/convergence"
	"github.com/girih-ir/girih/pass"
)

// arguments returns an input and an output of each element type; outputs are not written yet. Inputs are arbitrary bit
// patterns with small nonzero numbers among them.
func arguments(t testing.TB, ctx *ir.Context) (args []any, outputs []*interp.Array) {
	t.Helper()
	elems := tilegen.Elements(ctx)
	for seed, elem := range elems {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		a, err := interp.Filled(elem, []int64{tilegen.Size}, func(int) float64 {
			return float64(r.IntN(12)+2) / 2 * float64(1-2*r.IntN(2))
		})
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Len() {
			if r.IntN(2) == 0 {
				a.SetBits(i, r.Uint64())
			}
		}
		args = append(args, a)
	}
	for _, elem := range elems {
		a, err := interp.NewArray(elem, tilegen.Size*tilegen.Values)
		if err != nil {
			t.Fatal(err)
		}
		args, outputs = append(args, a), append(outputs, a)
	}
	return args, outputs
}

// inexact lists operations whose lowered form differs from the reference executor's results in the last bits, with the
// allowed error in units of the last place. Exponentials use ex2 of a rounded product, rsqrt divides by a rounded root,
// and bf16 is multiplied and added in f32, where the sum is rounded twice.
var inexact = map[*ir.OpDef]float64{&mathd.Exp: 4, &mathd.RSqrt: 2, &mathd.FMA: 1}

// tolerance returns the allowed relative error of a program's results.
func tolerance(module *ir.Operation) (relative float64) {
	module.Walk(func(op *ir.Operation) bool {
		if units := inexact[op.Def()]; units > 0 {
			if f, ok := ir.ElementOrSelf(op.Result(0).Type()).(*ir.FloatType); ok {
				relative = max(relative, math.Ldexp(units, 1-f.Format.Precision()))
			}
		}
		return true
	})
	return relative
}

// outcome is the result of a comparison of two executions.
type outcome int

const (
	notLowered outcome = iota
	failed             // both failed, for the same reason
	succeeded
)

// expand lowers a program to the level at which elementary functions are expanded to arithmetic. Both executors then
// compute that.
func expand(m *girih.Module) error {
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		return err
	}
	return pass.NewPipeline(m.Operation().Name()).Add(mathexpand.Pass).Run(context.Background(), m.Operation(),
		pass.RunOptions{Verify: true})
}

// compare runs a program in the reference executor and, compiled, thread by thread.
func compare(t *testing.T, name string, module *ir.Operation, warps int) outcome {
	t.Helper()
	m, err := girih.FromOperation(module)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	kept := tilegen.Kept(module)
	if err := expand(m); err != nil {
		t.Logf("%s: not lowered: %v", name, err)
		return notLowered
	}
	if strings.HasPrefix(name, "seed") {
		exact(module)
	}
	text, allowed := m.String(), tolerance(module)
	args, want := arguments(t, module.Context())
	wantErr := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...)
	p, err := m.Compile(context.Background(), girih.CompileOptions{NumWarps: warps, AllowSpills: true})
	if failure := (*pass.Failure)(nil); errors.As(err, &failure) && failure.Invalid {
		t.Fatalf("%s: %v\n%s", name, err, text)
	}
	if err != nil {
		t.Logf("%s: not lowered: %v", name, err)
		return notLowered
	}
	found, err := convergence.Check(context.Background(), p.Operation())
	if err != nil || len(found) > 0 {
		t.Fatalf("%s: some threads may not come: %v %v\n%s", name, err, found, p)
	}
	args, got := arguments(t, module.Context())
	_, err = p.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
	if err == nil && errors.Is(wantErr, simt.ErrDivisionByZero) && strings.Contains(text, "math.ipowi") {
		return failed // threads return a value for zero to a negative power
	}
	if (err == nil) != (wantErr == nil) {
		t.Fatalf("%s: error %v, want %v\n%s%s", name, err, wantErr, text, p)
	}
	if err != nil {
		for _, known := range []error{simt.ErrDivisionByZero, simt.ErrOverflow, simt.ErrUndefined} {
			if errors.Is(err, known) && errors.Is(wantErr, known) {
				return failed
			}
		}
		t.Fatalf("%s: error %v, want %v\n%s%s", name, err, wantErr, text, p)
	}
	for i, w := range want {
		for j := range w.Len() {
			exactly := kept[tilegen.Slot{Parameter: len(want) + i, Offset: j / tilegen.Size * tilegen.Size}]
			if g := got[i]; g.Defined(j) != w.Defined(j) || !agree(g, w, j, allowed, exactly) {
				t.Fatalf("%s: element %d of the output of %s is %v (%#x), want %v (%#x)\n%s%s", name, j, w.Elem(),
					g.Float64(j), g.Bits(j), w.Float64(j), w.Bits(j), text, p)
			}
		}
	}
	return succeeded
}

// agree reports whether two arrays have the same element i. All quiet NaNs count as the same.
func agree(got, want *interp.Array, i int, relative float64, exactly bool) bool {
	if got.Bits(i) == want.Bits(i) {
		return true
	}
	elem, ok := want.Elem().(*ir.FloatType)
	if !ok || exactly {
		return false
	}
	quiet := func(a *interp.Array) bool {
		b := apfloat.Bits{Lo: a.Bits(i)}
		return elem.Format.IsNaN(b) && !elem.Format.IsSignaling(b)
	}
	if quiet(got) && quiet(want) {
		return true
	}
	g, w := got.Float64(i), want.Float64(i)
	return math.Abs(g-w) <= relative*max(math.Abs(w), 0x1p-14)
}

func TestEveryElementwiseOperationComputesWhatTheReferenceExecutorDoes(t *testing.T) {
	ran, tried := 0, 0
	try := func(name string, elem int, of func(g *tilegen.Generator) (*ir.Value, error)) {
		if tried++; !longtest.Includes(tried, 41) {
			return
		}
		for _, warps := range []int{1, 4}[:longtest.Count(1, 2)] {
			module := tilegen.Generate(promotion.Triton, 0, func(g *tilegen.Generator) {
				g.Input(elem, []int64{tilegen.Size})
				if v, err := of(g); err == nil {
					g.Output(v)
				}
			})
			switch compare(t, fmt.Sprintf("%s on type %d", name, elem), module, warps) {
			case succeeded:
				ran++
			case notLowered:
				t.Errorf("%s on type %d is not lowered", name, elem)
			}
		}
	}
	for elem := range tilegen.Elements(ir.NewContext()) {
		for _, def := range tilegen.Binaries {
			for _, n := range []int64{1, 2, 5} {
				try(def.Name, elem, func(g *tilegen.Generator) (*ir.Value, error) {
					return tile.Binary(g.Builder.Builder, def, g.Pool[0], tile.LiteralInt(g.Builder.Builder, n))
				})
			}
		}
		for _, def := range tilegen.Unaries {
			try(def.Name, elem, func(g *tilegen.Generator) (*ir.Value, error) {
				return tile.Unary(g.Builder.Builder, def, g.Pool[0])
			})
		}
		for to := range tilegen.Elements(ir.NewContext()) {
			try("conversion", elem, func(g *tilegen.Generator) (*ir.Value, error) {
				return tile.Convert(g.Builder.Builder, g.Pool[0], g.Elems[to]), nil
			})
		}
		for predicate := range 6 {
			try("comparison", elem, func(g *tilegen.Generator) (*ir.Value, error) {
				return tile.NewCmp(g.Builder.Builder, tile.Predicate(predicate), g.Pool[0], tile.LiteralInt(g.Builder.Builder, 2))
			})
		}
	}
	t.Logf("%d programs ran", ran)
	if ran < longtest.Count(15, 1000) {
		t.Errorf("only %d programs ran", ran)
	}
}

var programs = flag.Int("programs", longtest.Count(12, 400), "random programs to run")

// exact replaces operations that the executors compute differently, and operations that amplify such differences, by
// the same exactly rounded operations.
func exact(module *ir.Operation) {
	mathexpand.Expand(module, mathexpand.Options{Exponentials: true})
	roots := module.Collect(func(op *ir.Operation) bool { return op.Is(&mathd.RSqrt) })
	for _, op := range roots {
		b := ir.NewBuilder(op.Context()).Before(op)
		t := op.Result(0).Type()
		var one ir.TypedAttr = op.Context().FloatAttr(ir.ElementOrSelf(t).(*ir.FloatType), 1)
		if shaped, ok := t.(ir.ShapedType); ok {
			one = op.Context().DenseSplat(shaped, one)
		}
		root := b.Build(&mathd.Sqrt, op.OperandValues()).Result(0)
		op.Result(0).ReplaceAllUsesWith(arith.Binary(b, &arith.DivF, arith.NewConstant(b, one), root))
		op.Erase()
	}
}

func TestRandomProgramsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	var outcomes [3]int
	for seed := range uint64(*programs) {
		semantics := []promotion.Semantics{promotion.Triton, promotion.CuTile, promotion.Torch}[seed%3]
		module := tilegen.Generate(semantics, seed, func(g *tilegen.Generator) {
			if seed%2 == 0 {
				if seed%32 == 0 {
					g.Input(int(seed/32)%len(g.Elems), []int64{tilegen.Size})
					if v, err := g.Large(); err == nil {
						g.Output(v)
					}
				}
				g.Program()
				return
			}
			g.Input(int(seed)%9, []int64{tilegen.Size})
			g.Input(9+int(seed)%4, []int64{8})
			for range 1 + seed%3 {
				g.Operation()
			}
		})
		outcomes[compare(t, fmt.Sprint("seed ", seed), module, 1<<(seed%3))]++
	}
	t.Logf("%d programs were not lowered, %d failed, %d ran to their end", outcomes[notLowered], outcomes[failed],
		outcomes[succeeded])
	if outcomes[succeeded] < *programs/2 {
		t.Errorf("only %d programs ran to their end", outcomes[succeeded])
	}
}

// Tiles that are too large for registers are strip-mined.
func TestRandomLargeTilesComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	var outcomes [3]int
	for seed := range uint64(*programs / 8) {
		module := tilegen.Generate(promotion.Triton, seed, func(g *tilegen.Generator) {
			g.Input(int(seed)%len(g.Elems), []int64{[]int64{8, tilegen.Size}[seed%2]})
			if v, err := g.Large(); err == nil {
				g.Output(v)
			}
		})
		outcomes[compare(t, fmt.Sprint("seed ", seed), module, 1)]++
	}
	t.Logf("%d programs were not lowered, %d failed, %d ran to their end", outcomes[notLowered], outcomes[failed],
		outcomes[succeeded])
	if outcomes[succeeded] < *programs/16 {
		t.Errorf("only %d programs ran to their end", outcomes[succeeded])
	}
}

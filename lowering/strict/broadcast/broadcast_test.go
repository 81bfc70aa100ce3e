package broadcast_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/strict/broadcast"
	"github.com/girih-ir/girih/lowering/strict/promote"
	"github.com/girih-ir/girih/pass"
)

var programs = flag.Int("programs", longtest.Count(40, 200), "number of generated programs")

const (
	outputs = 12 // values that a program stores
	size    = 64 // elements of the largest shape
)

// generator makes random kernels with many broadcasts.
type generator struct {
	tilegen.Frame
	r      *rand.Rand
	pool   []*ir.Value
	stored int
}

func elementTypes(ctx *ir.Context) []ir.Type {
	return []ir.Type{ctx.I(1), ctx.I(32), ctx.IntegerType(8, ir.Unsigned), ctx.F16(), ctx.F32()}
}

// generate returns a module with a random kernel @k, which depends only on the semantics and the seed.
func generate(s promotion.Semantics, seed uint64) *ir.Operation {
	ctx := girih.NewContext()
	return tilegen.Module(ctx, s, elementTypes(ctx), func(f tilegen.Frame) {
		g := &generator{Frame: f, r: rand.New(rand.NewPCG(seed, 7))}
		for range 4 {
			elem, shape := g.r.IntN(len(g.Elems)), shapes[g.r.IntN(len(shapes))]
			g.add(g.Read(elem, g.r.IntN(size), shape))
		}
		for g.stored < outputs {
			for range 3 {
				g.add(g.operation())
			}
			if g.Write(g.pool[len(g.pool)-1-g.r.IntN(3)], size*g.stored) {
				g.stored++
			}
		}
	})
}

// shapes are shapes of which most can be broadcast to each other.
var shapes = [][]int64{nil, nil, {8}, {1}, {4, 8}, {4, 1}, {1, 8}, {1, 1}, {2, 4, 8}, {2, 1, 8}, {2, 1, 1}}

func shapeOf(v *ir.Value) []int64 {
	if t, ok := v.Type().(*ir.TensorType); ok {
		return t.Shape()
	}
	return nil
}

func (g *generator) add(v *ir.Value) {
	if v != nil && len(shapeOf(v)) <= 3 && elementsOf(shapeOf(v)) <= size {
		g.pool = append(g.pool, v)
	}
}

func (g *generator) any() *ir.Value { return g.pool[g.r.IntN(len(g.pool))] }

// operation adds a random operation and returns its result; nil if the chosen operation does not fit the operands.
func (g *generator) operation() *ir.Value {
	b, v := g.Builder.Builder, g.any()
	switch shape := shapeOf(v); g.r.IntN(12) {
	case 0:
		if to := shapes[g.r.IntN(len(shapes))]; len(shape) == 0 && len(to) > 0 {
			return tile.NewSplat(b, v, to...)
		}
		return nil
	case 1, 2:
		if to := shapes[g.r.IntN(len(shapes))]; len(shape) > 0 && promotion.BroadcastsTo(shape, to) {
			return tile.NewBroadcast(b, v, to...)
		}
		return nil
	case 3:
		if len(shape) > 0 && len(shape) < 3 {
			return tile.NewExpandDims(b, v, g.r.IntN(len(shape)+1))
		}
		return nil
	case 4:
		return g.rearranged(v)
	case 5, 6:
		return g.reduced(v)
	}
	return g.elementwise(v)
}

func (g *generator) rearranged(v *ir.Value) *ir.Value {
	b, shape := g.Builder.Builder, shapeOf(v)
	if len(shape) != 2 {
		return nil
	}
	if g.r.IntN(2) == 0 {
		return tile.NewPermute(b, v, 1, 0)
	}
	return tile.NewReshape(b, v, shape[1], shape[0])
}

// reduced adds a reduction along a random axis.
func (g *generator) reduced(v *ir.Value) *ir.Value {
	shape := shapeOf(v)
	defs := []*ir.OpDef{&tile.Min, &tile.Max, &tile.And, &tile.Or, &tile.Add}
	def := defs[g.r.IntN(len(defs))]
	if len(shape) == 0 {
		return nil
	}
	out, err := tile.NewReduce(g.Builder.Builder, g.r.IntN(len(shape)), []*ir.Value{v},
		func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
			v, err := tile.Binary(b, def, left[0], right[0])
			return []*ir.Value{v}, err
		})
	if err != nil {
		return nil
	}
	return out[0]
}

// elementwise adds an elementwise operation. It returns nil if promotion or broadcasting rejects the operands.
func (g *generator) elementwise(v *ir.Value) *ir.Value {
	b := g.Builder.Builder
	binaries := []*ir.OpDef{&tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.Min, &tile.Max, &tile.And, &tile.XOr,
		&tile.FloorDiv}
	unaries := []*ir.OpDef{&tile.Neg, &tile.Abs, &tile.Floor}
	var out *ir.Value
	var err error
	switch g.r.IntN(6) {
	case 0:
		out, err = tile.Unary(b, unaries[g.r.IntN(len(unaries))], v)
	case 1:
		out, err = tile.NewCmp(b, tile.Predicate(g.r.IntN(6)), v, g.any())
	case 2:
		out = tile.Convert(b, v, g.Elems[g.r.IntN(len(g.Elems))])
	case 3:
		out, err = tile.NewWhere(b, tile.Convert(b, v, b.Context().I(1)), g.any(), g.any())
	case 4:
		out, err = tile.Binary(b, binaries[g.r.IntN(len(binaries))], v, tile.LiteralInt(b, int64(g.r.IntN(3)+1)))
	default:
		out, err = tile.Binary(b, binaries[g.r.IntN(len(binaries))], v, g.any())
	}
	if err != nil || !slices.Contains(g.Elems, ir.ElementOrSelf(out.Type())) {
		return nil
	}
	return out
}

// lower makes promotion and broadcasting explicit.
func lower(t *testing.T, module *ir.Operation, canonicalize bool) {
	t.Helper()
	p := pass.NewPipeline("builtin.module", promote.Pass)
	p.Steps = append(p.Steps, pass.Step{Pass: broadcast.Pass, Options: &broadcast.Options{Canonicalize: canonicalize}})
	if err := p.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatalf("%v\n%s", err, text.Print(module, text.Options{}))
	}
}

// execute runs @k on fixed inputs and returns the outputs' bits.
func execute(t *testing.T, module *ir.Operation) (out []string, err error) {
	t.Helper()
	elems := elementTypes(module.Context())
	r := rand.New(rand.NewPCG(3, 4))
	var args []any
	var arrays []*interp.Array
	for _, e := range elems {
		a, err := interp.Filled(e, []int64{2 * size}, func(int) float64 {
			if ir.IsFloat(e) && r.IntN(16) == 0 {
				return []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)}[r.IntN(4)]
			}
			return float64(r.IntN(2 + 9*(ir.BitWidth(e)-1)/7))
		})
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	for _, e := range elems {
		a, err := interp.NewArray(e, size*outputs)
		if err != nil {
			t.Fatal(err)
		}
		args, arrays = append(args, a), append(arrays, a)
	}
	err = interp.Run(context.Background(), module, "k", interp.Grid{1, 1, 1}, args...)
	for _, a := range arrays {
		for i := range a.Len() {
			if a.Defined(i) {
				out = append(out, fmt.Sprintf("%s[%d] = %#x", a.Elem(), i, a.Bits(i)))
			}
		}
	}
	return out, err
}

// work counts the elements that a program computes and combines, except for addresses of loads and stores.
func work(module *ir.Operation) (n int64) {
	module.Walk(func(op *ir.Operation) bool {
		_, loose := ir.InterfaceOf[tile.Loose](op)
		var counted []*ir.Value
		switch {
		case op.Is(&tile.Reduce):
			counted = op.OperandValues()
		case op.Is(&tile.Cast), loose && op.HasTrait(ir.Pure) && !op.Is(&tile.AddPtr):
			counted = op.ResultValues()
		}
		for _, v := range counted {
			n += elementsOf(shapeOf(v))
		}
		return true
	})
	return n
}

func elementsOf(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

func reason(err error) error {
	for _, known := range []error{interp.ErrDivisionByZero, interp.ErrOverflow, interp.ErrUndefined} {
		if errors.Is(err, known) {
			return known
		}
	}
	return err
}

// compare executes a program as it was generated, with explicit broadcasts, and with canonicalized broadcasts; all must
// store the same. It returns how many elements the last two compute, and whether the program ran to its end.
func compare(t *testing.T, s promotion.Semantics, seed uint64) (before, after int64, ran bool) {
	t.Helper()
	loose, explicit, canonical := generate(s, seed), generate(s, seed), generate(s, seed)
	want, wantErr := execute(t, loose)
	ran = wantErr == nil
	lower(t, explicit, false)
	lower(t, canonical, true)
	for _, m := range []*ir.Operation{explicit, canonical} {
		got, err := execute(t, m)
		if wantErr != nil && m == explicit { // the pass may have erased the operation that failed, if it was dead
			want, wantErr, ran = got, err, false
			continue
		}
		if reason(err) != reason(wantErr) || err == nil && !slices.Equal(got, want) {
			t.Fatalf("%v, seed %d: got %v, %v\nwant %v, %v\n%s%s", s, seed, err, got, wantErr, want,
				text.Print(loose, text.Options{}), text.Print(m, text.Options{}))
		}
	}
	return work(explicit), work(canonical), ran
}

func TestCanonicalBroadcastsComputeTheSameFromFewerElements(t *testing.T) {
	var before, after int64
	succeeded := 0
	for seed := range uint64(*programs) {
		b, a, ran := compare(t, promotion.Semantics(seed%3), seed)
		if a > b {
			t.Errorf("seed %d: %d elements, but %d with canonical broadcasts", seed, b, a)
		}
		if ran {
			succeeded++
		}
		before, after = before+b, after+a
	}
	if succeeded < *programs/2 {
		t.Errorf("only %d of %d programs ran to their end", succeeded, *programs)
	}
	if after*100 > before*95 {
		t.Errorf("%d elements, and hardly fewer with canonical broadcasts: %d", before, after)
	}
	t.Logf("%d of %d programs ran; %d elements, %d with canonical broadcasts", succeeded, *programs, before, after)
}

func FuzzCanonicalBroadcasts(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Add(uint64(2), uint8(1))
	f.Add(uint64(3), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, rules uint8) { compare(t, promotion.Semantics(rules%3), seed) })
}

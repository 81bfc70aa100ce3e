package tilearith_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

var programs = flag.Int("programs", 150, "number of generated programs")

// elements are the types that generated programs compute with.
func elements(ctx *ir.Context) []ir.Type {
	u := func(width uint32) ir.Type { return ctx.IntegerType(width, ir.Unsigned) }
	return []ir.Type{
		ctx.I(1), ctx.I(8), ctx.I(16), ctx.I(32), ctx.I(64), u(8), u(16), u(32), u(64),
		ctx.F16(), ctx.Float("bf16"), ctx.F32(), ctx.F64(), ctx.Float("f8E4M3FN"), ctx.Float("f8E5M2"),
	}
}

// Every value that a program computes is stored, size elements apart, so that none is dead.
const (
	size   = 32
	values = 8
)

// generator makes random loosely typed kernels. A kernel's parameters are an input and an output pointer for each
// element type.
type generator struct {
	*tile.Builder
	r       *rand.Rand
	elems   []ir.Type
	entry   *ir.Block
	pool    []*ir.Value
	numbers []*ir.Value // literals that come from others
	outputs int
}

// generate returns a module with the kernel that fill makes.
func generate(semantics promotion.Semantics, seed uint64, fill func(g *generator)) *ir.Operation {
	ctx := girih.NewContext()
	b := ir.NewBuilder(ctx)
	g := &generator{Builder: tile.NewBuilder(b), r: rand.New(rand.NewPCG(seed, 1)), elems: elements(ctx)}
	module := builtin.NewModule(b, "")
	module.SetAttr(tile.SemanticsName, tile.Semantics(ctx, semantics))
	var params []ir.Type
	for range 2 {
		for _, t := range g.elems {
			params = append(params, tile.Ptr(ctx, t))
		}
	}
	b.AtEnd(module.Body())
	k := tile.NewKernel(b, "k", params...)
	g.entry = k.Entry()
	b.AtEnd(g.entry)
	fill(g)
	tile.NewReturn(b)
	return module.Operation
}

// program adds random operations on random inputs.
func program(g *generator) {
	for range 3 {
		g.input(g.r.IntN(len(g.elems)), shapes[g.r.IntN(len(shapes))])
	}
	for g.outputs < values {
		g.operation()
	}
}

// addresses returns pointers to consecutive elements from an offset on, in a shape.
func (g *generator) addresses(ptr *ir.Value, offset int, shape []int64) *ir.Value {
	b := g.Builder.Builder
	ptr = g.AddPtr(ptr, tile.LiteralInt(b, int64(offset)))
	if len(shape) == 0 {
		return ptr
	}
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	at := tile.NewIota(b, n)
	if len(shape) > 1 {
		at = tile.NewReshape(b, at, shape...)
	}
	return g.AddPtr(ptr, at)
}

// shapes broadcast to each other.
var shapes = [][]int64{nil, {8}, {1}, {4, 8}, {4, 1}, {1, 8}}

func (g *generator) input(elem int, shape []int64) {
	g.pool = append(g.pool, g.Load(g.addresses(g.entry.Arg(elem), 0, shape), nil, nil))
}

func (g *generator) operand() *ir.Value {
	b := g.Builder.Builder
	switch g.r.IntN(7) {
	case 0:
		return tile.LiteralInt(b, int64(g.r.IntN(9)-2))
	case 6:
		if len(g.numbers) > 0 {
			return g.numbers[g.r.IntN(len(g.numbers))]
		}
	case 1:
		return tile.LiteralFloat(b, float64(g.r.IntN(9))/4)
	}
	return g.pool[g.r.IntN(len(g.pool))]
}

var (
	binaries = []*ir.OpDef{&tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.FloorDiv, &tile.Mod, &tile.Min, &tile.Max,
		&tile.And, &tile.Or, &tile.XOr, &tile.Shl, &tile.Shr, &tile.TruncDiv, &tile.CDiv, &tile.Rem, &tile.MulHi,
		&tile.Pow, &tile.ATan2}
	unaries = []*ir.OpDef{&tile.Neg, &tile.Abs, &tile.Not, &tile.Exp, &tile.Exp2, &tile.ExpM1, &tile.Log, &tile.Log2,
		&tile.Log10, &tile.Log1P, &tile.Sqrt, &tile.RSqrt, &tile.Cbrt, &tile.Sin, &tile.Cos, &tile.Tan, &tile.ASin,
		&tile.ACos, &tile.ATan, &tile.Sinh, &tile.Cosh, &tile.Tanh, &tile.Erf, &tile.Floor, &tile.Ceil, &tile.Trunc,
		&tile.Round, &tile.IsNaN, &tile.IsInf, &tile.IsFinite}
	rounding = []*ir.OpDef{&tile.Add, &tile.Sub, &tile.Mul, &tile.Div, &tile.Sqrt}
)

// cast adds a conversion in a random mode.
func (g *generator) cast() *ir.Value {
	b := g.Builder.Builder
	v, elem := g.pool[g.r.IntN(len(g.pool))], g.elems[g.r.IntN(len(g.elems))]
	if ir.BitWidth(ir.ElementOrSelf(v.Type())) == ir.BitWidth(elem) && g.r.IntN(2) == 0 {
		return tile.Reinterpret(b, &tile.Bitcast, v, elem)
	}
	out := tile.Convert(b, v, elem)
	if out == v {
		return v
	}
	from := ir.ElementOrSelf(v.Type())
	if ir.IsFloat(elem) && g.r.IntN(2) == 0 && (ir.IsFloat(from) || ir.BitWidth(from) < 64) {
		out.DefiningOp().SetAttr(tile.RoundingName, tile.Rounding.Attr(b.Context(), g.r.IntN(tile.RoundApprox)))
	} else if !ir.IsInt(elem, 1) && g.r.IntN(2) == 0 {
		out.DefiningOp().SetAttr(tile.SaturateName, b.Context().Unit())
	}
	return out
}

// directed adds an operation that rounds in a mode of its own.
func (g *generator) directed() (*ir.Value, error) {
	b := g.Builder.Builder
	def := rounding[g.r.IntN(len(rounding))]
	var v *ir.Value
	var err error
	if def == &tile.Sqrt {
		v, err = tile.Unary(b, def, g.pool[g.r.IntN(len(g.pool))])
	} else {
		v, err = tile.Binary(b, def, g.pool[g.r.IntN(len(g.pool))], g.pool[g.r.IntN(len(g.pool))])
	}
	if err != nil || !ir.IsFloat(ir.ElementOrSelf(v.Type())) {
		return v, err
	}
	v.DefiningOp().SetAttr(tile.RoundingName, tile.Rounding.Attr(b.Context(), g.r.IntN(tile.RoundNearestAway)))
	if ir.ElementOrSelf(v.Type()) == b.Context().F32() {
		v.DefiningOp().SetAttr(tile.FlushToZeroName, b.Context().Unit())
	}
	return v, nil
}

// structural adds an operation that moves elements.
func (g *generator) structural() (*ir.Value, error) {
	b, v := g.Builder.Builder, g.pool[g.r.IntN(len(g.pool))]
	t, ok := v.Type().(*ir.TensorType)
	if !ok {
		return tile.NewReshape(b, tile.NewJoin(b, v, v), 2, 1), nil
	}
	axis := g.r.IntN(len(t.Shape()))
	switch g.r.IntN(6) {
	case 0:
		return tile.NewFlip(b, v, axis), nil
	case 1:
		order := g.r.Perm(len(t.Shape()))
		return tile.NewReshape(b, tile.NewPermute(b, v, order...), t.Shape()...), nil
	case 2:
		return tile.NewSort(b, axis, g.r.IntN(2) == 0, v)[0], nil
	case 3:
		lhs, rhs := tile.NewSplit(b, tile.NewJoin(b, v, v))
		return tile.NewWhere(b, tile.Convert(b, lhs, b.Context().I(1)), lhs, rhs)
	case 4:
		out, err := tile.NewScan(b, axis, g.r.IntN(2) == 0, []*ir.Value{v},
			func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
				m, err := tile.Binary(b, &tile.Max, left[0], right[0])
				return []*ir.Value{m}, err
			})
		if err != nil {
			return nil, err
		}
		return out[0], nil
	}
	return tile.NewReshape(b, tile.NewExtract(b, tile.NewCat(b, v, v, axis), t.Shape(), g.zeros(len(t.Shape()))...),
		t.Shape()...), nil
}

func (g *generator) zeros(n int) []*ir.Value {
	out := make([]*ir.Value, n)
	for i := range out {
		out[i] = tile.Convert(g.Builder.Builder, tile.LiteralInt(g.Builder.Builder, 0), g.Builder.Context().I(32))
	}
	return out
}

// operation adds a random operation, unless promotion refuses it.
func (g *generator) operation() {
	b := g.Builder.Builder
	var v *ir.Value
	var err error
	switch g.r.IntN(10) {
	case 6:
		v = g.cast()
	case 7:
		v, err = g.directed()
	case 8:
		v, err = g.structural()
	case 9:
		v, err = tile.NewFMA(b, g.operand(), g.operand(), g.operand())
	case 0:
		v, err = tile.Unary(b, unaries[g.r.IntN(len(unaries))], g.pool[g.r.IntN(len(g.pool))])
	case 1:
		v, err = tile.NewCmp(b, g.r.IntN(6), g.operand(), g.operand())
	case 2:
		v = tile.Convert(b, g.pool[g.r.IntN(len(g.pool))], g.elems[g.r.IntN(len(g.elems))])
	case 3:
		condition := tile.Convert(b, g.pool[g.r.IntN(len(g.pool))], b.Context().I(1))
		v, err = tile.NewWhere(b, condition, g.operand(), g.operand())
	default:
		v, err = tile.Binary(b, binaries[g.r.IntN(len(binaries))], g.operand(), g.operand())
	}
	if err != nil {
		return
	}
	if _, literal := v.Type().(*tile.LiteralType); literal {
		if _, ok := tile.LiteralValue(v); ok {
			g.numbers = append(g.numbers, v)
		} else { // a division by zero, which lowering may find to be dead, but execution does not
			v.DefiningOp().Erase()
		}
		return
	}
	g.output(v)
}

// output stores a value, and lets others use it.
func (g *generator) output(v *ir.Value) {
	g.pool = append(g.pool, v)
	for i, t := range g.elems {
		if t == ir.ElementOrSelf(v.Type()) {
			shape := []int64(nil)
			if tensor, ok := v.Type().(*ir.TensorType); ok {
				shape = tensor.Shape()
			}
			g.Store(g.addresses(g.entry.Arg(len(g.elems)+i), size*g.outputs, shape), v, nil)
		}
	}
	g.outputs++
}

// input returns small numbers of both signs, but not zero, by which nothing can be divided, between arbitrary bit
// patterns, which have NaNs, infinities and integers that are negative when their signedness is mistaken.
func input(t *testing.T, elem ir.Type, seed uint64) *interp.Array {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	a, err := interp.Filled(elem, []int64{size}, func(int) float64 { return float64(r.IntN(12)+2) / 2 * float64(1-2*r.IntN(2)) })
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Len() {
		if r.IntN(2) == 0 {
			a.SetBits(i, r.Uint64())
		}
	}
	return a
}

// execute runs a program on fixed inputs and returns its outputs' bits.
func execute(t *testing.T, m *girih.Module) (out []string, err error) {
	t.Helper()
	var args []any
	var outputs []*interp.Array
	elems := elements(m.Operation().Context())
	for i, e := range elems {
		args = append(args, input(t, e, uint64(i)))
	}
	for _, e := range elems {
		a, err := interp.NewArray(e, size*values)
		if err != nil {
			t.Fatal(err)
		}
		args, outputs = append(args, a), append(outputs, a)
	}
	err = m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...)
	for _, a := range outputs {
		for i := range a.Len() {
			if a.Defined(i) {
				out = append(out, fmt.Sprintf("%s[%d] = %#x", a.Elem(), i, a.Bits(i)))
			}
		}
	}
	return out, err
}

// reason returns the error of the executor that an error wraps.
func reason(err error) error {
	for _, known := range []error{interp.ErrDivisionByZero, interp.ErrOverflow, interp.ErrUndefined} {
		if errors.Is(err, known) {
			return known
		}
	}
	return err
}

// compare runs a program before and after it is made strict. It reports whether it ran to its end.
func compare(t *testing.T, name string, module *ir.Operation) bool {
	t.Helper()
	m, err := girih.FromOperation(module)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	loose := m.String()
	want, wantErr := execute(t, m)
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, loose)
	}
	got, gotErr := execute(t, m)
	if reason(gotErr) != reason(wantErr) {
		t.Fatalf("%s: error %v, but at the loose level %v\n%s%s", name, gotErr, wantErr, loose, m)
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: want %v, got %v\n%s%s", name, want, got, loose, m)
	}
	return wantErr == nil
}

var allSemantics = []promotion.Semantics{promotion.Triton, promotion.CuTile, promotion.Torch}

func TestStrictProgramsComputeWhatLooseOnesDo(t *testing.T) {
	succeeded := 0
	for seed := range uint64(*programs) {
		semantics := allSemantics[seed%3]
		if compare(t, fmt.Sprint("seed ", seed), generate(semantics, seed, program)) {
			succeeded++
		}
	}
	if succeeded < *programs/4 {
		t.Errorf("only %d of %d programs ran to their end", succeeded, *programs)
	}
}

func FuzzStrictPrograms(f *testing.F) {
	f.Add(uint64(1), uint8(0))
	f.Add(uint64(2), uint8(1))
	f.Add(uint64(3), uint8(2))
	f.Fuzz(func(t *testing.T, seed uint64, rules uint8) {
		semantics := allSemantics[rules%3]
		compare(t, fmt.Sprint("seed ", seed), generate(semantics, seed, program))
	})
}

// Random programs seldom get far in integer division and shifts, which want a small number on the right.
func TestEveryOperationOfTwoOperandsOnEveryType(t *testing.T) {
	for _, semantics := range allSemantics {
		succeeded := 0
		for _, def := range binaries {
			for i := range elements(ir.NewContext()) {
				module := generate(semantics, 0, func(g *generator) {
					g.input(i, []int64{size})
					for _, n := range []int64{2, 3, 5} {
						v, err := tile.Binary(g.Builder.Builder, def, g.pool[0], tile.LiteralInt(g.Builder.Builder, n))
						if err == nil {
							g.output(v)
						}
					}
				})
				if compare(t, fmt.Sprintf("%s on type %d", def.Name, i), module) {
					succeeded++
				}
			}
		}
		if all := len(binaries) * len(elements(ir.NewContext())); succeeded < all {
			t.Errorf("%d of %d programs in %v semantics failed", all-succeeded, all, semantics)
		}
	}
}

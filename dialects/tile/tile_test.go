package tile_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func newContext() *ir.Context { return ir.NewContext(builtin.Dialect, tile.Dialect) }

// kernel returns a module with a kernel, and a builder in it.
func kernel(t *testing.T, ctx *ir.Context, args ...ir.Type) (builtin.Module, tile.Kernel, *tile.Builder) {
	t.Helper()
	b := ir.NewBuilder(ctx)
	m := builtin.NewModule(b, "")
	m.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	b.AtEnd(m.Body())
	k := tile.NewKernel(b, "k", args...)
	b.AtEnd(k.Entry())
	return m, k, tile.NewBuilder(b)
}

func TestTypesAndAttributesReadBack(t *testing.T) {
	ctx := newContext()
	for _, typ := range []ir.Type{
		tile.Array(ctx, []int64{ir.Dynamic, 16}, ctx.F16(), nil),
		tile.Array(ctx, []int64{4, ir.Dynamic}, ctx.IntegerType(8, ir.Unsigned), []int64{ir.Dynamic, 1}),
		tile.Array(ctx, nil, ctx.F32(), nil),
		tile.Ptr(ctx, ctx.Float("bf16")),
		tile.Literal(ctx, promotion.Bool), tile.Literal(ctx, promotion.Int), tile.Literal(ctx, promotion.Float),
		ctx.TensorType([]int64{8}, tile.Ptr(ctx, ctx.I(1)), nil),
	} {
		got, err := text.ParseType(ctx, typ.String())
		if err != nil || got != typ {
			t.Errorf("%s reads back as %v, error %v", typ, got, err)
		}
	}
	for _, s := range []promotion.Semantics{promotion.Triton, promotion.CuTile, promotion.Torch} {
		want := tile.Semantics(ctx, s)
		if got, err := text.ParseAttribute(ctx, want.String()); err != nil || got != ir.Attribute(want) {
			t.Errorf("%s reads back as %v, error %v", want, got, err)
		}
	}
}

func TestFormatsCompile(t *testing.T) {
	if err := text.CheckFormats(newContext()); err != nil {
		t.Error(err)
	}
}

func TestBuildersMakeVerifiedKernels(t *testing.T) {
	ctx := newContext()
	array := tile.Array(ctx, []int64{ir.Dynamic, ir.Dynamic}, ctx.F32(), nil)
	m, k, b := kernel(t, ctx, array, tile.Ptr(ctx, ctx.F32()), ctx.I(1))
	x, p, mask := k.Entry().Arg(0), k.Entry().Arg(1), k.Entry().Arg(2)
	i := tile.NewProgramID(b.Builder, 1)
	v := tile.NewLoadView(b.Builder, x, []int64{4, 8}, tile.PadNegInf, i, i)
	max, err := tile.NewReduce(b.Builder, 1, []*ir.Value{v},
		func(b *ir.Builder, left, right []*ir.Value) ([]*ir.Value, error) {
			m, err := tile.Binary(b, &tile.Max, left[0], right[0])
			return []*ir.Value{m}, err
		})
	if err != nil {
		t.Fatal(err)
	}
	wide := tile.NewBroadcast(b.Builder, tile.NewExpandDims(b.Builder, max[0], 1), 4, 8)
	e := b.Unary(&tile.Exp, b.Binary(&tile.Sub, v, wide))
	positive := b.Cmp(tile.GT, e, tile.LiteralFloat(b.Builder, 0.5))
	tile.NewStoreView(b.Builder, b.Where(positive, e, tile.LiteralInt(b.Builder, 0)), x, i, i)
	flat := tile.NewReshape(b.Builder, e, 32)
	ptrs := b.AddPtr(p, tile.NewIota(b.Builder, 32))
	b.Store(ptrs, flat, mask)
	b.Store(ptrs, b.Load(ptrs, mask, tile.LiteralInt(b.Builder, 0)), nil)
	b.Store(b.AddPtr(tile.NewBase(b.Builder, x), tile.NewDim(b.Builder, x, 0)), tile.LiteralBool(b.Builder, true), mask)
	tile.NewReturn(b.Builder)
	if b.Err() != nil {
		t.Fatal(b.Err())
	}
	if err := ir.Verify(m.Operation, func(d *ir.Diagnostic) { t.Error(d) }); err != nil {
		t.Fatalf("%v\n%s", err, text.Print(m.Operation, text.Options{}))
	}
}

func TestBuildersRefuseOperandsThatDoNotPromote(t *testing.T) {
	ctx := newContext()
	_, k, b := kernel(t, ctx, ctx.F32(), ctx.I(32), ctx.IntegerType(32, ir.Unsigned))
	f, i, u := k.Entry().Arg(0), k.Entry().Arg(1), k.Entry().Arg(2)
	if _, err := tile.Binary(b.Builder, &tile.And, f, i); !errors.Is(err, promotion.ErrOperand) {
		t.Errorf("and of a float: %v", err)
	}
	if _, err := tile.Binary(b.Builder, &tile.FloorDiv, f, u); !errors.Is(err, promotion.ErrOperand) {
		t.Errorf("integer division of a float: %v", err)
	}
	if _, err := tile.Binary(b.Builder, &tile.Add, tile.NewIota(b.Builder, 4),
		tile.NewIota(b.Builder, 8)); !errors.Is(err, promotion.ErrShape) {
		t.Errorf("different shapes: %v", err)
	}
	k.Parent().SetAttr(tile.SemanticsName, nil)
	if _, err := tile.Binary(b.Builder, &tile.Add, i, i); !errors.Is(err, tile.ErrNoSemantics) {
		t.Errorf("no semantics: %v", err)
	}
}

func TestABuilderStopsAtTheFirstError(t *testing.T) {
	ctx := newContext()
	_, k, b := kernel(t, ctx, ctx.F32(), tile.Ptr(ctx, ctx.F32()))
	bad := b.Binary(&tile.Shl, k.Entry().Arg(0), k.Entry().Arg(0))
	after := b.Unary(&tile.Exp, bad)
	b.Store(k.Entry().Arg(1), after, nil)
	if bad != nil || after != nil || !errors.Is(b.Err(), promotion.ErrOperand) ||
		!strings.Contains(b.Err().Error(), "tile.shl") {
		t.Errorf("values %v, %v, error %v", bad, after, b.Err())
	}
	if !k.Entry().IsEmpty() {
		t.Errorf("operations were created after the error:\n%s", text.Print(k.Operation, text.Options{}))
	}
}

func TestAFailingCombinerLeavesNoReduction(t *testing.T) {
	ctx := newContext()
	_, k, b := kernel(t, ctx)
	failure := errors.New("failure")
	_, err := tile.NewReduce(b.Builder, 0, []*ir.Value{tile.NewIota(b.Builder, 8)},
		func(*ir.Builder, []*ir.Value, []*ir.Value) ([]*ir.Value, error) { return nil, failure })
	if err != failure || !k.Entry().Last().Is(&tile.Iota) {
		t.Errorf("error %v, last operation %s", err, k.Entry().Last().Name())
	}
}

func TestTheInnermostSemanticsAreInForce(t *testing.T) {
	ctx := newContext()
	m, k, b := kernel(t, ctx, ctx.I(32))
	v := b.Binary(&tile.Add, k.Entry().Arg(0), k.Entry().Arg(0))
	check := func(want promotion.Semantics) {
		t.Helper()
		if got, ok := tile.SemanticsOf(v.DefiningOp()); !ok || got != want {
			t.Errorf("semantics %v, want %v", got, want)
		}
	}
	check(promotion.Triton)
	k.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.CuTile))
	check(promotion.CuTile)
	v.DefiningOp().SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	check(promotion.Triton)
	if _, ok := tile.SemanticsOf(m.Operation); !ok {
		t.Error("the module has no semantics")
	}
}

// The text of a contraction with a table and an epilogue must parse as the same contraction. The builder must report an
// invalid one.
func TestBuildersMakeContractions(t *testing.T) {
	ctx := newContext()
	image := tile.Array(ctx, []int64{1, 2, 5, 5}, ctx.F16(), []int64{50, 25, 5, 1})
	filter := tile.Array(ctx, []int64{2, 3}, ctx.F16(), nil)
	out := tile.Array(ctx, []int64{1, 3, 5, 5}, ctx.F16(), nil)
	bias := tile.Array(ctx, []int64{3}, ctx.F32(), nil)
	m, k, b := kernel(t, ctx, image, filter, out, bias)
	args := k.Entry().Args()
	options := tile.ContractOptions{
		Constants:  map[string]contract.Table{"sh": {Shape: []int64{2}, Data: []int64{1, -1}}},
		LHSOutside: []tile.Outside{tile.OutsideNever, tile.OutsideNever, tile.OutsideZero, tile.OutsideZero},
		Others:     []*ir.Value{args[3]}, Axes: []string{"k"}, Shape: []int64{16, 16, 16},
		Epilogue: func(b *ir.Builder, sum *ir.Value, others []*ir.Value) (*ir.Value, error) {
			v, err := tile.Binary(b, &tile.Add, sum, others[0])
			if err != nil {
				return nil, err
			}
			return tile.Convert(b, v, ctx.F16()), nil
		},
	}
	b.Contract("nc(h+sh[c])w,ck->nkhw", args[0], args[1], args[2], options)
	b.Return()
	if err := b.Err(); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m.Operation, nil); err != nil {
		t.Fatal(err)
	}
	printed := string(text.Print(m.Operation, text.Options{}))
	again, err := text.ParseString(ctx, printed)
	if err != nil || string(text.Print(again, text.Options{})) != printed {
		t.Errorf("%v\n%s", err, printed)
	}
	_, _, b = kernel(t, ctx, image, filter, out)
	b.Contract("nc(h+sh[c])w,ck->nkhw", args[0], args[1], args[2], tile.ContractOptions{})
	if err := b.Err(); err == nil || !strings.Contains(err.Error(), "table 'sh' is not defined") {
		t.Errorf("got %v", err)
	}
}

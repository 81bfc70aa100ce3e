package views

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// replacement creates what an operation on an array becomes, and returns the value of its result; nil for a store.
func replacement(b *ir.Builder, op *ir.Operation, d *descriptor) *ir.Value {
	switch {
	case op.Is(&tile.Base):
		return d.base
	case op.Is(&tile.Dim):
		return d.sizes[tile.Axis(op)]
	case op.Is(&tile.Stride):
		return d.strides[tile.Axis(op)]
	case op.Is(&tile.LoadView):
		t := op.Result(0).Type().(*ir.TensorType)
		ptrs, mask := addresses(b, d, t.Shape(), op.OperandRange(1, op.NumOperands()))
		return tile.NewLoad(b, ptrs, mask, padding(b, t, tile.PaddingOf(op)))
	}
	t := op.Operand(0).Type().(*ir.TensorType)
	ptrs, mask := addresses(b, d, t.Shape(), op.OperandRange(2, op.NumOperands()))
	tile.NewStore(b, ptrs, op.Operand(0), mask)
	return nil
}

// addresses returns the pointers to the elements of a tile at a tile index, and a mask that says which lie within the
// array's bounds. Offsets are computed in 64 bits, as the product of a size and a stride may not fit in 32.
func addresses(b *ir.Builder, d *descriptor, shape []int64, indices []*ir.Value) (ptrs, mask *ir.Value) {
	var offsets *ir.Value
	for axis, n := range shape {
		at := positions(b, indices[axis], n)
		inside := arith.NewCmpI(b, arith.SLT, at, tile.NewSplat(b, wide(b, d.sizes[axis]), n))
		if !isOne(d.strides[axis]) {
			at = arith.Binary(b, &arith.MulI, at, tile.NewSplat(b, wide(b, d.strides[axis]), n))
		}
		offsets = combine(b, &arith.AddI, offsets, along(b, at, axis, shape))
		mask = combine(b, &arith.AndI, mask, along(b, inside, axis, shape))
	}
	base := tile.NewSplat(b, d.base, shape...)
	st := b.State(&tile.AddPtr)
	st.Operands = []*ir.Value{base, offsets}
	st.Types = []ir.Type{base.Type()}
	return b.Create(st).Result(0), mask
}

// positions returns the elements' positions along a dimension in which tiles have n elements.
func positions(b *ir.Builder, index *ir.Value, n int64) *ir.Value {
	i64 := b.Context().I(64)
	start := arith.Binary(b, &arith.MulI, wide(b, index), arith.NewInt(b, i64, n))
	st := b.State(&tile.Iota)
	st.Types = []ir.Type{b.Context().TensorType([]int64{n}, i64, nil)}
	return arith.Binary(b, &arith.AddI, tile.NewSplat(b, start, n), b.Create(st).Result(0))
}

func wide(b *ir.Builder, v *ir.Value) *ir.Value {
	return arith.Cast(b, &arith.ExtSI, v, b.Context().I(64))
}

func isOne(v *ir.Value) bool {
	n, ok := arith.ConstantInt(v)
	return ok && n == 1
}

// along repeats a tensor of one dimension over the other dimensions of a shape.
func along(b *ir.Builder, v *ir.Value, axis int, shape []int64) *ir.Value {
	if len(shape) == 1 {
		return v
	}
	for i := range shape {
		if i != axis {
			v = tile.NewExpandDims(b, v, i)
		}
	}
	return tile.NewBroadcast(b, v, shape...)
}

// combine is v, or the sum so far combined with it.
func combine(b *ir.Builder, def *ir.OpDef, sum, v *ir.Value) *ir.Value {
	if sum == nil {
		return v
	}
	return arith.Binary(b, def, sum, v)
}

// padding returns the tensor of what a padding mode means; nil when the mode leaves it undetermined.
func padding(b *ir.Builder, t *ir.TensorType, mode int) *ir.Value {
	if mode == tile.PadUndetermined {
		return nil
	}
	ctx := b.Context()
	elem, isFloat := t.ElementType().(*ir.FloatType)
	if !isFloat {
		return arith.NewConstant(b, ctx.DenseSplat(t, ctx.Integer(t.ElementType(), 0)))
	}
	return arith.NewConstant(b, ctx.DenseSplat(t, ctx.FloatBits(elem, tile.PaddingBits(elem.Format, mode))))
}

package contractions

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// number is an index: a constant, or a value of the program, which is a scalar or a tensor.
type number struct {
	n int64
	v *ir.Value // nil for a constant
}

func known(n int64) number { return number{n: n} }

func (x number) is(n int64) bool { return x.v == nil && x.n == n }

// shape returns the shape of a tensor; nil for a scalar or constant.
func (x number) shape() []int64 {
	if x.v != nil {
		if t, ok := x.v.Type().(*ir.TensorType); ok {
			return t.Shape()
		}
	}
	return nil
}

// indices computes with numbers. Values have the integer type elem. Operations on constants are folded.
type indices struct {
	b    *ir.Builder
	elem ir.Type
}

// value returns a number as a value of a shape; nil stands for a scalar.
func (x indices) value(a number, shape []int64) *ir.Value {
	switch {
	case a.v == nil && shape == nil:
		return arith.NewInt(x.b, x.elem, a.n)
	case a.v == nil:
		t := x.b.Context().TensorType(shape, x.elem, nil)
		return arith.NewConstant(x.b, x.b.Context().DenseSplat(t, x.b.Context().Integer(x.elem, a.n)))
	case a.shape() == nil && shape != nil:
		return tile.NewSplat(x.b, a.v, shape...)
	}
	return a.v
}

// both returns two numbers as values of the same shape.
func (x indices) both(a, b number) (*ir.Value, *ir.Value) {
	shape := a.shape()
	if shape == nil {
		shape = b.shape()
	}
	return x.value(a, shape), x.value(b, shape)
}

func (x indices) binary(def *ir.OpDef, a, b number) number {
	l, r := x.both(a, b)
	return number{v: arith.Binary(x.b, def, l, r)}
}

func (x indices) add(a, b number) number {
	switch {
	case a.v == nil && b.v == nil:
		return known(a.n + b.n)
	case a.is(0):
		return b
	case b.is(0):
		return a
	}
	return x.binary(&arith.AddI, a, b)
}

func (x indices) sub(a, b number) number {
	switch {
	case a.v == nil && b.v == nil:
		return known(a.n - b.n)
	case b.is(0):
		return a
	}
	return x.binary(&arith.SubI, a, b)
}

func (x indices) mul(a, b number) number {
	switch {
	case a.v == nil && b.v == nil:
		return known(a.n * b.n)
	case a.is(0), b.is(1):
		return a
	case b.is(0), a.is(1):
		return b
	}
	return x.binary(&arith.MulI, a, b)
}

// div and rem are the quotient and remainder of numbers that are not negative.
func (x indices) div(a, b number) number {
	switch {
	case a.v == nil && b.v == nil && b.n != 0:
		return known(a.n / b.n)
	case b.is(1):
		return a
	}
	return x.binary(&arith.DivUI, a, b)
}

func (x indices) rem(a, b number) number {
	switch {
	case a.v == nil && b.v == nil && b.n != 0:
		return known(a.n % b.n)
	case b.is(1):
		return known(0)
	}
	return x.binary(&arith.RemUI, a, b)
}

// cdiv is the quotient of a number that is not negative, rounded up.
func (x indices) cdiv(a number, b int64) number { return x.div(x.add(a, known(b-1)), known(b)) }

// floorDiv and floorMod round the quotient down. These are the operations // and % of equations.
func (x indices) floorDiv(a, b number) number {
	if b.is(1) {
		return a
	}
	return x.binary(&arith.FloorDivSI, a, b)
}

func (x indices) floorMod(a, b number) number { return x.sub(a, x.mul(x.floorDiv(a, b), b)) }

// below returns a mask that is true where 0 <= a < bound.
func (x indices) below(a, bound number) *ir.Value {
	l, r := x.both(a, bound)
	return arith.NewCmpI(x.b, arith.ULT, l, r)
}

// converted returns integers of another type as indices.
func (x indices) converted(v *ir.Value) number {
	from, to := ir.BitWidth(ir.ElementOrSelf(v.Type())), ir.BitWidth(x.elem)
	t := x.b.Context().WithElement(v.Type(), x.elem)
	switch {
	case from < to:
		return number{v: arith.Cast(x.b, &arith.ExtSI, v, t)}
	case from > to:
		return number{v: arith.Cast(x.b, &arith.TruncI, v, t)}
	}
	return number{v: v}
}

// narrow returns an index as an i32.
func (x indices) narrow(a number) *ir.Value {
	return indices{x.b, x.b.Context().I(32)}.value(x.narrowed(a), nil)
}

func (x indices) narrowed(a number) number {
	if a.v == nil {
		return a
	}
	return indices{x.b, x.b.Context().I(32)}.converted(a.v)
}

// iota returns the tensor first, first+1, ..., first+n-1.
func (x indices) iota(first number, n int64) number {
	return x.add(x.converted(tile.NewIota(x.b, n)), first)
}

// lookup returns elements of a constant table.
func (x indices) lookup(table []int64, at number) number {
	same := true
	for _, v := range table {
		same = same && v == table[0]
	}
	switch {
	case len(table) == 0:
		return known(0) // there is no index
	case same:
		return known(table[0])
	case at.v == nil: // an index outside of the table is undefined behavior; clamp it
		return known(table[min(max(at.n, 0), int64(len(table)-1))])
	}
	ctx := x.b.Context()
	var raw []byte
	for _, v := range table {
		raw = ir.AppendElement(raw, ctx.Integer(x.elem, v))
	}
	t := ctx.TensorType([]int64{int64(len(table))}, x.elem, nil)
	return number{v: tile.NewLookup(x.b, at.v, ctx.DenseElements(t, raw, false))}
}

// along broadcasts a vector along an axis of a matrix to the shape of the matrix.
func (x indices) along(v *ir.Value, axis int, shape []int64) *ir.Value {
	return tile.NewBroadcast(x.b, tile.NewExpandDims(x.b, v, 1-axis), shape...)
}

// digits splits a flat index into the values of letters, which it adds to into. The extents of the letters are in of;
// the last letter changes fastest.
func (x indices) digits(flat number, letters []contract.Letter, of map[contract.Letter]number,
	into map[contract.Letter]number) {
	for i := len(letters) - 1; i >= 0; i-- {
		extent := of[letters[i]]
		if i == 0 && !extent.is(1) {
			into[letters[i]] = flat
			return
		}
		into[letters[i]] = x.rem(flat, extent)
		flat = x.div(flat, extent)
	}
}

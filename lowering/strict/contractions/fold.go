package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// described is the description of an operand from which boxes are copied. An axis in which a letter has a coefficient c
// > 1 is folded into two axes. For example, the axis 2*h+r, of size 2n, becomes h+r//2, of size n, and r%2, of size 2.
// Consecutive values of h are then consecutive along an axis, as bulk copies require.
type described struct {
	axes           []contract.Expr
	shape, strides []int64
	folded         bool // an axis is folded
}

// mapRank is the largest number of dimensions of a tensor map (CUDA driver API, cuTensorMapEncodeTiled: tensorRank).
const mapRank = 5

// describe describes operand i. It folds the axes in which one of the given letters has a coefficient greater than 1.
func (p *plan) describe(i int, letters []contract.Letter) (d described) {
	t := [2]*ir.Value{p.LHS, p.RHS}[i].Type().(*tile.ArrayType)
	axes := [2][]contract.Axis{p.A, p.B}[i]
	last := len(axes) - 1
	remainder, within := contract.Expr(contract.Const(0)), int64(1) // of the axis before the last
	for at, axis := range axes {
		x, size, stride := axis.Expr, t.Shape()[at], t.Strides()[at]
		by := strideOf(x, letters)
		if at == last && within > 1 && len(d.axes) == mapRank {
			// There are no dimensions left. The remainder and the last axis become one axis if there is no gap between
			// them.
			end := mapRank - 1
			if d.strides[end] != size*stride {
				return described{}
			}
			x = &contract.Binary{Op: "+", X: &contract.Binary{Op: "*", X: remainder, Y: contract.Const(size)}, Y: x}
			d.axes[end], d.shape[end], d.strides[end] = x, within*size, stride
			continue
		}
		within = 1
		if by > 1 && at != last {
			if size%by != 0 {
				return described{}
			}
			x, remainder = contract.Divide(x, by)
			d.add(x, size/by, by*stride)
			x, size, within, d.folded = remainder, by, by, true
		}
		d.add(x, size, stride)
	}
	return d
}

func (d *described) add(x contract.Expr, size, stride int64) {
	d.axes, d.shape, d.strides = append(d.axes, x), append(d.shape, size), append(d.strides, stride)
}

// strideOf returns the coefficient in an axis of the first of the given letters that has one; 1 if there is none.
func strideOf(x contract.Expr, letters []contract.Letter) int64 {
	for _, l := range letters {
		if c := coefficient(x, l); c != 0 {
			return c
		}
	}
	return 1
}

// boxed returns operand i as an array with the axes of its description.
func (l *lowering) boxed(i int) *ir.Value {
	v, d := [2]*ir.Value{l.LHS, l.RHS}[i], l.boxes.operands[i]
	if !d.folded {
		return v
	}
	t := tile.Array(l.Context(), d.shape, v.Type().(*tile.ArrayType).ElementType(), d.strides)
	return tile.NewMakeArray(l.b, tile.NewBase(l.b, v), t, nil, nil)
}

// letterAt reports whether the axis at an index is the given letter alone.
func letterAt(axes []contract.Expr, at int, l contract.Letter) bool {
	return at >= 0 && axes[at] == contract.Expr(l)
}

// axisOf returns the only axis that contains a letter, if the letter's coefficient in it is 1; -1 otherwise.
func axisOf(axes []contract.Expr, l contract.Letter) int {
	at := -1
	for i, axis := range axes {
		if !contract.Contains(axis, l) {
			continue
		}
		if at >= 0 || coefficient(axis, l) != 1 {
			return -1
		}
		at = i
	}
	return at
}

// inOrderOfAxes returns, in the order of the axes, the letter that belongs to each axis by axisOf. It skips the axis at
// index except. If several letters share an axis, it takes the first one.
func inOrderOfAxes(axes []contract.Expr, letters []contract.Letter, except int) (out []contract.Letter) {
	for i := range axes {
		k := slices.IndexFunc(letters, func(l contract.Letter) bool { return axisOf(axes, l) == i })
		if i != except && k >= 0 {
			out = append(out, letters[k])
		}
	}
	return out
}

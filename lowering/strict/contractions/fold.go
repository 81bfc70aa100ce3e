package contractions

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/ir"
)

// described is an operand as boxes are cut from it: as it is, or with axes along which letters take strides divided
// into two. Of the axis 2*h+r, of an even size, they are h+r//2 and, of size 2, r%2: along the former neighbors of h
// are neighbors, as bulk copies have it.
type described struct {
	axes           []contract.Expr
	shape, strides []int64
	folded         bool
}

// mapRank is the most dimensions that bulk copies know (CUDA driver API, cuTensorMapEncodeTiled: tensorRank).
const mapRank = 5

// describe returns an operand, and folds the axes along which some letters take strides.
func (p *plan) describe(i int, letters []contract.Letter) (d described) {
	t := [2]*ir.Value{p.LHS, p.RHS}[i].Type().(*tile.ArrayType)
	axes := [2][]contract.Axis{p.A, p.B}[i]
	last := len(axes) - 1
	remainder, within := contract.Expr(contract.Const(0)), int64(1) // of the axis before the last
	for at, axis := range axes {
		x, size, stride := axis.Expr, t.Shape()[at], t.Strides()[at]
		by := strideOf(x, letters)
		if at == last && within > 1 && len(d.axes) == mapRank {
			// The remainder and the elements of the last axis become one axis, as elements without gaps do.
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

// strideOf returns by how many elements an axis moves for each value of the first of some letters that it has.
func strideOf(x contract.Expr, letters []contract.Letter) int64 {
	for _, l := range letters {
		if c := coefficient(x, l); c != 0 {
			return c
		}
	}
	return 1
}

// boxed returns an operand as boxes are cut from it.
func (l *lowering) boxed(i int) *ir.Value {
	v, d := [2]*ir.Value{l.LHS, l.RHS}[i], l.boxes.operands[i]
	if !d.folded {
		return v
	}
	t := tile.Array(l.Context(), d.shape, v.Type().(*tile.ArrayType).ElementType(), d.strides)
	return tile.NewMakeArray(l.b, tile.NewBase(l.b, v), t, nil, nil)
}

// letterAt reports whether an axis is a letter alone.
func letterAt(axes []contract.Expr, at int, l contract.Letter) bool {
	return at >= 0 && axes[at] == contract.Expr(l)
}

// axisOf returns the one axis that a letter moves along by one element for each value; -1 if there is none.
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

// inOrderOfAxes returns the letters that move along an axis of their own, other than the one at a place, in the order
// of the axes. Of letters that share an axis it takes the first.
func inOrderOfAxes(axes []contract.Expr, letters []contract.Letter, except int) (out []contract.Letter) {
	for i := range axes {
		k := slices.IndexFunc(letters, func(l contract.Letter) bool { return axisOf(axes, l) == i })
		if i != except && k >= 0 {
			out = append(out, letters[k])
		}
	}
	return out
}

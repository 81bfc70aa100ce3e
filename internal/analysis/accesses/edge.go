package accesses

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
)

// edge returns the length of the aligned runs of a mask along dimension d in which the set elements are contiguous: if
// the first and the last element of a run are set, so are all. Bounds checks have this property: comparisons of
// consecutive numbers with a bound, and conjunctions of such comparisons.
func edge(info *axisinfo.Info, mask *ir.Value, d int) int64 {
	n, op := info.Of(mask)[d].Constancy, mask.DefiningOp()
	switch {
	case op == nil:
	case op.Is(&arith.AndI):
		n = max(n, min(edge(info, op.Operand(0), d), edge(info, op.Operand(1), d)))
	case op.Is(&tilegpu.ConvertLayout):
		n = max(n, edge(info, op.Operand(0), d))
	case op.Is(&tile.ExpandDims) && d != tile.Axis(op):
		if d > tile.Axis(op) {
			d--
		}
		n = max(n, edge(info, op.Operand(0), d))
	case op.Is(&tile.Broadcast):
		from := op.Operand(0).Type().(*ir.TensorType).Shape()
		to := op.Result(0).Type().(*ir.TensorType).Shape()
		if at := d - (len(to) - len(from)); at >= 0 && from[at] == to[d] {
			n = max(n, edge(info, op.Operand(0), at))
		}
	case op.Is(&arith.CmpI) && arith.Predicate(op) >= arith.SLT: // not equality
		a, b := info.Of(op.Operand(0))[d], info.Of(op.Operand(1))[d]
		n = max(n, min(rising(a), b.Constancy), min(rising(b), a.Constancy))
	}
	return n
}

// rising returns the length of aligned runs of consecutive numbers. Each begins at a multiple of its length, so that
// the numbers do not wrap around inside.
func rising(d axisinfo.Dim) int64 { return min(d.Contiguity, d.Divisor) }

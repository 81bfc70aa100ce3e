package importgo

import (
	"go/constant"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// both computes x && y. Where x is false, the result is false, even if y is poison there, such as an element that was
// loaded from outside of an array. If y may be poison, both makes a select, since an `and` with poison is poison:
//
//	%both = tile.where %x, %y, %false : tensor<64xi1>, tensor<64xi1>, i1 -> tensor<64xi1>
func (i *importer) both(x, y *value) *value {
	if i.settled(y) {
		return i.map2(&tile.And, x, y, x.typ)
	}
	return i.where(x, y, &value{typ: x.typ, con: constant.MakeBool(false)})
}

// either computes x || y. Where x is true, the result is true, even if y is poison there.
func (i *importer) either(x, y *value) *value {
	if i.settled(y) {
		return i.map2(&tile.Or, x, y, x.typ)
	}
	return i.where(x, &value{typ: x.typ, con: constant.MakeBool(true)}, y)
}

// settled reports whether every element of a value is known not to be poison: the value is computed only from
// constants, parameters, ranges and sizes, not from loaded elements.
func (i *importer) settled(x *value) bool {
	return x.con != nil || i.isSettled(x.v, map[*ir.Value]bool{})
}

func (i *importer) isSettled(v *ir.Value, seen map[*ir.Value]bool) bool {
	known, again := seen[v]
	if again {
		return known
	}
	seen[v] = false
	op := v.DefiningOp()
	switch {
	case op == nil:
		parent := v.ArgumentOf().ParentOp() // nil in the region of a reduction, whose operation does not exist yet
		seen[v] = parent != nil && (parent.Is(&tile.KernelOp) || parent.Is(&scf.ForOp) && v.Index() == 0)
		return seen[v]
	case op.NumRegions() > 0 || !op.HasTrait(ir.NoMemoryEffect):
		return false
	}
	for _, operand := range op.Operands() {
		if !i.isSettled(operand, seen) {
			return false
		}
	}
	seen[v] = true
	return true
}

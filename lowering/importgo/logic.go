package importgo

import (
	"go/constant"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// both is x && y. Where x is false the result is false, also if nothing defines y there, such as what was loaded from
// beyond an array: a select says so, and an and does not.
//
//	%both = tile.where %x, %y, %false : tensor<64xi1>, tensor<64xi1>, i1 -> tensor<64xi1>
func (i *importer) both(x, y *value) *value {
	if i.settled(y) {
		return i.map2(&tile.And, x, y, x.typ)
	}
	return i.where(x, y, &value{typ: x.typ, con: constant.MakeBool(false)})
}

// either is x || y. Where x is true the result is true, also if nothing defines y there.
func (i *importer) either(x, y *value) *value {
	if i.settled(y) {
		return i.map2(&tile.Or, x, y, x.typ)
	}
	return i.where(x, &value{typ: x.typ, con: constant.MakeBool(true)}, y)
}

// settled says that every element of a value is surely defined: it is made of constants, parameters, ranges and sizes
// alone, and not of what was loaded.
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
		parent := v.ArgumentOf().ParentOp() // nil inside of a combination, whose operation is made last
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

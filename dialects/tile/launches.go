package tile

import (
	"github.com/girih-ir/girih/ir"
)

// RequiredPrograms is the discardable attribute of a kernel that a grid must have so many programs, along all axes
// together: each computes a part of the result that no other one does, as with `programs = "each"` of tile.contract.
// Launchers refuse other grids. The program of one thread that is made of the kernel keeps the attribute.
const RequiredPrograms = "tile.programs"

// ProgramsOf returns how many programs a kernel, or what is made of it, must have; 0 for any number.
func ProgramsOf(op *ir.Operation) int64 {
	if n, ok := op.Attr(RequiredPrograms).(*ir.IntegerAttr); ok {
		return n.Int64()
	}
	return 0
}

// verifyLaunch checks what a kernel requires of launches.
func verifyLaunch(op *ir.Operation) error {
	a := op.Attr(RequiredPrograms)
	if a == nil {
		return nil
	}
	if n, ok := a.(*ir.IntegerAttr); !ok || !ir.IsInt(n.Type(), 64) || n.Int64() < 1 {
		return op.Errorf("%s must be a positive number of type i64, but got %s", RequiredPrograms, a)
	}
	return nil
}

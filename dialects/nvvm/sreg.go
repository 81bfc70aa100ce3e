package nvvm

import (
	"math"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// Special registers by dimension x, y, z: the thread's index in its block, the block's size, the block's index in the
// grid, and the grid's size in blocks.
var (
	ThreadID = perDimension("tid")
	BlockDim = perDimension("ntid")
	BlockID  = perDimension("ctaid")
	GridDim  = perDimension("nctaid")
)

// Special registers for the lane of a thread, for the number of its warp in the block, and for the number of lanes. The
// warp number may change while a kernel runs; a number computed from the thread index does not.
var (
	LaneID   = specialRegister("laneid")
	WarpID   = specialRegister("warpid")
	WarpSize = specialRegister("warpsize")
)

func perDimension(name string) [3]*ir.OpDef {
	return [3]*ir.OpDef{specialRegister(name + ".x"), specialRegister(name + ".y"), specialRegister(name + ".z")}
}

func specialRegister(name string) *ir.OpDef {
	return &ir.OpDef{
		Name:     "nvvm.read.ptx.sreg." + name,
		Summary:  "special register %" + name,
		Results:  []ir.ValueDef{{Name: "res", Type: anyLLVM}},
		Attrs:    []ir.OpAttr{{Name: "range", Attr: llvm.RangeConstraint, Optional: true}},
		Traits:   ir.Pure,
		Assembly: `('range' $range^)? attr-dict ':' type($res)`,
		Verify:   verifyRange,
	}
}

// ReadRegister creates a read of a special register and returns its value, an i32 that is less than limit. Limit 0
// stands for no known limit.
func ReadRegister(b *ir.Builder, def *ir.OpDef, limit int64) *ir.Value {
	st := b.State(def)
	st.Types = append(st.Types, b.Context().I(32))
	if limit > 0 {
		st.SetInherent("range", llvm.ConstantRange(b.Context(), 32, 0, limit))
	}
	return b.Create(st).Result(0)
}

func verifyRange(op *ir.Operation) error {
	r, ok := op.Inherent("range").(*llvm.ConstantRangeAttr)
	if ok && r.Lower == r.Upper && r.Lower != 0 && r.Lower != math.MaxUint32 {
		return op.Errorf("invalid range attribute: Lower == Upper, but they aren't min (0) or max (4294967295) value! " +
			"This is an invalid constant range.")
	}
	return nil
}

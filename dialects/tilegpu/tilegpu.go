// Package tilegpu defines the dialect `tilegpu`: what tile programs must express about a GPU before they are lowered to
// the program of one thread. It has layouts, which distribute the elements of tensors over the threads of a block, and
// conversions between layouts. Layouts are encodings of tensor types.
//
// A layout attribute describes a linear layout (package layout) in readable form. #tilegpu.blocked gives each thread
// small blocks of elements, and #tilegpu.slice is another layout without one of its dimensions. [Encoding] is the
// interface of layout attributes. Package lowering/layouts/assign assigns layouts.
//
// [SharedType] is a buffer in the shared memory of a block. Transformations create buffers for values that should not
// stay in registers or global memory. The lowering of a kernel determines the addresses of buffers and where threads
// wait for each other.
//
// The dialect is separate from upstream's `gpu` because attributes and types cannot be added to that one. Tools that
// know `gpu` and allow unregistered dialects can read the generic form of this dialect.
package tilegpu

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
)

// Dialect is the dialect `tilegpu`.
var Dialect = &ir.Dialect{
	Name:    "tilegpu",
	Summary: "layouts of tensors over the threads of a block, and the memory that they share",
	Ops: []*ir.OpDef{&ConvertLayout, &SharedAlloc, &SharedLoad, &SharedStore, &SharedCopy,
		&SharedGroup, &SharedAwait, &AwaitProducts, &StreamDot, &WindowDot, &Ring,
		&RingCopy, &RingAwait, &RingRelease, &RingEnd, &RingLoad, &RingStore, &RingDot,
		&RingWait, &BulkStore, &RegisterProduct, &FenceRegisters,
		&TakeTurn, &PassTurn, &Split, &AddParts},
	Types:        []*ir.TypeDef{&sharedDef},
	Inlining:     &ir.Inlining{},
	Attrs:        []*ir.AttrDef{&blockedDef, &sliceDef, &linearDef, &mmaDef, &dotOperandDef},
	VerifyOpAttr: verifyOpAttr,
	AliasAttr:    alias,
}

// NumWarps is the discardable attribute of a kernel that gives the number of warps in a block.
const NumWarps = "tilegpu.num_warps"

// LoadsAhead is the discardable unit attribute of an `scf.for` each of whose iterations loads the tiles that the next
// iteration multiplies.
const LoadsAhead = "tilegpu.loads_ahead"

// Cells is the discardable attribute of an `scf.for` that multiplies tiles which threads load: an i32, the number of
// tiles of each factor that shared memory should have room for. All but one are copied ahead, asynchronously.
const Cells = "tilegpu.cells"

// TwoPlaces is the discardable unit attribute of an `scf.for` that multiplies tiles which threads load to registers:
// tiles of even and of odd iterations should have separate places in shared memory, which takes fewer barriers.
const TwoPlaces = "tilegpu.two_places"

// CellsOf returns how many tiles of each factor a loop asks for in shared memory, 0 if it does not say.
func CellsOf(loop *ir.Operation) int {
	if n, ok := loop.Attr(Cells).(*ir.IntegerAttr); ok {
		return int(n.Int64())
	}
	return 0
}

// WarpSize is the number of threads in a warp.
const WarpSize = 32

// maxWarps is the number of warps in the largest block that the hardware runs.
const maxWarps = 32

func verifyOpAttr(op *ir.Operation, attr ir.NamedAttr) error {
	switch attr.Name {
	default:
		return nil
	case LoadsAhead, TwoPlaces:
		if !op.Is(&scf.ForOp) || attr.Value != op.Context().Unit() {
			return op.Errorf("'%s' is a unit attribute of scf.for", attr.Name)
		}
		return nil
	case Cells:
		if n, ok := attr.Value.(*ir.IntegerAttr); !op.Is(&scf.ForOp) || !ok || !ir.IsInt(n.Type(), 32) || n.Int64() < 2 {
			return op.Errorf("'%s' is an i32 attribute of scf.for, of at least 2", Cells)
		}
		return nil
	case NumWarps:
	}
	if n, ok := attr.Value.(*ir.IntegerAttr); !ok || n.Int64() > maxWarps || !layout.IsPowerOfTwo(int(n.Int64())) {
		return op.Errorf("'%s' must be a power of two of at most %d, but got %s", NumWarps, maxWarps, attr.Value)
	}
	return nil
}

func alias(a ir.Attribute) string {
	switch a.(type) {
	case *BlockedAttr:
		return "blocked"
	case *LinearAttr:
		return "linear"
	case *MMAAttr:
		return "mma"
	case *DotOperandAttr:
		return "dot_operand"
	case *SliceAttr:
		return "slice"
	}
	return ""
}

// WarpsOf returns the number of warps of the kernel that contains op; ok is false if the kernel does not have the
// attribute [NumWarps].
func WarpsOf(op *ir.Operation) (n int, ok bool) {
	for ; op != nil; op = op.Parent() {
		if a, isInt := op.Attr(NumWarps).(*ir.IntegerAttr); isInt {
			return int(a.Int64()), true
		}
	}
	return 0, false
}

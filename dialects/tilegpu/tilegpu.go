// Package tilegpu defines the dialect `tilegpu`: what tile programs need to know of a GPU before they are lowered to
// one thread. Layouts of tensors over the threads of a block are encodings of tensor types, with conversions between
// them.
//
// A layout attribute is a readable constructor of a linear layout (package layout): #tilegpu.blocked gives threads
// small blocks of elements, #tilegpu.slice is another layout without one of its dimensions. [Encoding] is what they
// have in common. Assigning layouts is the task of package lowering/layouts/assign.
//
// [SharedType] is a buffer in the memory that the threads of a block share, for what is worth keeping there rather than
// in registers or global memory. Such buffers are made by and for transformations; where they lie, and when threads
// wait for each other, is decided when a kernel is lowered.
//
// The dialect is our own beside upstream's `gpu`, whose attributes and types cannot be added to: tools that know `gpu`
// and allow unregistered dialects read the generic form of ours.
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
		&SharedGroup, &SharedAwait, &AwaitProducts, &StreamDot, &Ring,
		&RingCopy, &RingAwait, &RingRelease, &RingEnd, &RingLoad, &RingStore, &RingDot,
		&RingWait, &BulkStore, &RegisterProduct, &FenceRegisters,
		&TakeTurn, &PassTurn, &Split},
	Types:        []*ir.TypeDef{&sharedDef},
	Inlining:     &ir.Inlining{},
	Attrs:        []*ir.AttrDef{&blockedDef, &sliceDef, &linearDef, &mmaDef, &dotOperandDef},
	VerifyOpAttr: verifyOpAttr,
	AliasAttr:    alias,
}

// NumWarps is the discardable attribute of a kernel that gives the number of warps in a block.
const NumWarps = "tilegpu.num_warps"

// LoadsAhead is the discardable unit attribute of an `scf.for` whose iterations load what the next one multiplies.
const LoadsAhead = "tilegpu.loads_ahead"

// WarpSize is the number of threads in a warp.
const WarpSize = 32

// maxWarps is the number of warps in the largest block that the hardware runs.
const maxWarps = 32

func verifyOpAttr(op *ir.Operation, attr ir.NamedAttr) error {
	switch attr.Name {
	default:
		return nil
	case LoadsAhead:
		if !op.Is(&scf.ForOp) || attr.Value != op.Context().Unit() {
			return op.Errorf("'%s' is a unit attribute of scf.for", LoadsAhead)
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

// WarpsOf returns the number of warps of the kernel that holds op; ok is false if nothing says it.
func WarpsOf(op *ir.Operation) (n int, ok bool) {
	for ; op != nil; op = op.Parent() {
		if a, isInt := op.Attr(NumWarps).(*ir.IntegerAttr); isInt {
			return int(a.Int64()), true
		}
	}
	return 0, false
}

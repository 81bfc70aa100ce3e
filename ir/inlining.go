package ir

import "iter"

// Inlining is what a dialect says about replacing calls by what they run. A nil function admits everything.
type Inlining struct {
	// Call reports whether a call, an operation of the dialect, may be replaced by what callable would run.
	Call func(call, callable *Operation) bool
	// Into reports whether operations may be inlined into the regions of op, an operation of the dialect.
	Into func(op *Operation) bool
	// Op reports whether op, an operation of the dialect, may be copied or moved to where a call was.
	Op func(op *Operation) bool
	// Inlined is told of a call, an operation of the dialect, beside which a body has been put: the call is still there,
	// and so are the body's returns, unless it is a single block. It may change the body and what is around the call.
	Inlined func(call *Operation, body InlinedBody)
}

// InlinedBody is a body that takes the place of a call.
type InlinedBody struct {
	// Entry and Rest are the operations of its first block and of its other blocks, without those in their regions.
	Entry, Rest iter.Seq[*Operation]
	// Ends are the operations before which the body ends: its returns, or the call if it is a single block.
	Ends []*Operation
}

// InlinedReturn is the interface of [ReturnLike] operations of functions that can be inlined when they have several
// blocks: the returns become branches.
type InlinedReturn interface {
	// BranchInstead creates a branch that passes op's operands on to dest.
	BranchInstead(b *Builder, op *Operation, dest *Block) *Operation
}

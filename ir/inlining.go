package ir

import "iter"

// Inlining has a dialect's rules for inlining calls. A nil function allows everything.
type Inlining struct {
	// Call reports whether a call, an operation of the dialect, may be replaced by the body of callable.
	Call func(call, callable *Operation) bool
	// Into reports whether operations may be inlined into the regions of op, an operation of the dialect.
	Into func(op *Operation) bool
	// Op reports whether op, an operation of the dialect, may be copied or moved to the place of a call.
	Op func(op *Operation) bool
	// Inlined is called after a body has been put next to a call, an operation of the dialect. The call is still there,
	// and so are the body's returns, unless the body is a single block. Inlined may change the body and the operations
	// around the call.
	Inlined func(call *Operation, body InlinedBody)
}

// InlinedBody is a body that replaces a call.
type InlinedBody struct {
	// Entry and Rest iterate over the operations of its first block and of its other blocks, without nested operations.
	Entry, Rest iter.Seq[*Operation]
	// Ends are the operations at which the body ends: its returns, or the call if it is a single block.
	Ends []*Operation
}

// InlinedReturn is the interface of [ReturnLike] operations of functions that can be inlined when they have several
// blocks: the returns become branches.
type InlinedReturn interface {
	// BranchInstead creates a branch that passes op's operands on to dest.
	BranchInstead(b *Builder, op *Operation, dest *Block) *Operation
}

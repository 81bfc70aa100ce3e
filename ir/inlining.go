package ir

// Inlining is what a dialect says about replacing calls by what they run. A nil function admits everything.
type Inlining struct {
	// Call reports whether a call, an operation of the dialect, may be replaced by what callable would run.
	Call func(call, callable *Operation) bool
	// Into reports whether operations may be inlined into the regions of op, an operation of the dialect.
	Into func(op *Operation) bool
	// Op reports whether op, an operation of the dialect, may be copied or moved to where a call was.
	Op func(op *Operation) bool
}

// InlinedReturn is the interface of [ReturnLike] operations of functions that can be inlined when they have several
// blocks: the returns become branches.
type InlinedReturn interface {
	// BranchInstead creates a branch that passes op's operands on to dest.
	BranchInstead(b *Builder, op *Operation, dest *Block) *Operation
}

package ir

// View is the interface of operations whose only result refers to memory of one of their operands, such as a part of an
// array, or the same bytes under another type.
type View interface {
	// ViewSource returns that operand of op.
	ViewSource(op *Operation) *Value
}

package ir

// View is the interface of operations whose only result refers to memory of one of their operands, such as to a part of
// an array or to the same bytes under another type.
type View interface {
	// ViewSource returns that operand.
	ViewSource(op *Operation) *Value
}

package alias

import "github.com/girih-ir/girih/ir"

// references is the interface of operations whose results may refer to the memory of several operands, such as a select
// between two pointers. Operations with one such operand implement [ir.View].
type references interface {
	// ReferenceSources returns the operands.
	ReferenceSources(op *ir.Operation) []*ir.Value
}

// Choice implements references for all operands from a number on.
type Choice int

// ReferenceSources returns the operands.
func (c Choice) ReferenceSources(op *ir.Operation) []*ir.Value { return op.OperandValues()[c:] }

// Source implements [ir.View] for the operand with that number.
type Source int

// ViewSource returns the operand.
func (s Source) ViewSource(op *ir.Operation) *ir.Value { return op.Operand(int(s)) }

// Apart is the interface of functions that promise for arguments what `restrict` says in C and `noalias` in LLVM: the
// memory that the argument refers to is accessed only through this argument, or is never written.
type Apart interface {
	// IsArgumentApart reports whether the function promises that for argument i.
	IsArgumentApart(op *ir.Operation, i int) bool
}

// isApart reports whether a value is such an argument.
func isApart(v *ir.Value) bool {
	b := v.ArgumentOf()
	if b == nil || !b.IsEntry() || b.ParentOp() == nil {
		return false
	}
	f, ok := ir.InterfaceOf[Apart](b.ParentOp())
	return ok && f.IsArgumentApart(b.ParentOp(), v.Index())
}

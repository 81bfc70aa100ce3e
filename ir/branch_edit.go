package ir

// BranchEditor is the interface of [Branch] operations with several operand groups. Its method replaces the operands
// that successor i receives. Operations with one group need no BranchEditor: see [SetSuccessorOperands].
type BranchEditor interface {
	SetSuccessorOperands(op *Operation, i int, values []*Value)
}

// SetSuccessorOperands replaces the operands that successor i of a [Branch] receives, and reports whether it could. An
// operation with several operand groups must be a [BranchEditor].
func SetSuccessorOperands(op *Operation, i int, values []*Value) bool {
	if editor, ok := InterfaceOf[BranchEditor](op); ok {
		editor.SetSuccessorOperands(op, i, values)
		return true
	}
	branch, ok := InterfaceOf[Branch](op)
	if !ok || op.HasTrait(AttrSizedOperandSegments) {
		return false
	}
	from, to := branch.SuccessorOperands(op, i)
	op.spliceOperands(from, to, values)
	return true
}

// CanSetSuccessorOperands reports whether [SetSuccessorOperands] works on op.
func CanSetSuccessorOperands(op *Operation) bool {
	if _, ok := InterfaceOf[BranchEditor](op); ok {
		return true
	}
	_, ok := InterfaceOf[Branch](op)
	return ok && !op.HasTrait(AttrSizedOperandSegments)
}

// SetGroup replaces the operands that declared operand i stands for, and adjusts the sizes of the operand groups.
func (op *Operation) SetGroup(i int, values []*Value) {
	from, to := op.Group(i)
	if sizes := op.segments(AttrSizedOperandSegments, OperandSegments); sizes != nil && len(values) != to-from {
		out := make([]int32, sizes.Len())
		for k := range out {
			out[k] = int32(sizes.Int64(k))
		}
		out[i] = int32(len(values))
		op.SetAttr(OperandSegments, op.Context().DenseI32(out...))
	}
	op.spliceOperands(from, to, values)
}

// spliceOperands replaces operands [from, to) by values.
func (op *Operation) spliceOperands(from, to int, values []*Value) {
	all := make([]*Value, 0, op.NumOperands()-(to-from)+len(values))
	for i := range from {
		all = append(all, op.operands()[i].value)
	}
	all = append(all, values...)
	for i := to; i < op.NumOperands(); i++ {
		all = append(all, op.operands()[i].value)
	}
	op.SetOperands(all)
}

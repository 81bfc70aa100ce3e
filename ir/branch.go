package ir

// Branch is the interface of terminators that pass operands on as the arguments of their successors.
type Branch interface {
	// SuccessorOperands returns the range of op's operands that successor i receives.
	SuccessorOperands(op *Operation, i int) (from, to int)
}

// VerifyBranch checks that op passes to every successor operands of the types of the successor's arguments.
func VerifyBranch(op *Operation, b Branch) error {
	for i := range op.NumSuccessors() {
		from, to := b.SuccessorOperands(op, i)
		target := op.Successor(i)
		if to-from != target.NumArgs() {
			return Errorf(op.Loc(), "branch has %d operands for successor #%d, but target block has %d", to-from, i,
				target.NumArgs())
		}
		for k, arg := range target.Args() {
			if op.Operand(from+k).Type() != arg.Type() {
				return Errorf(op.Loc(), "type mismatch for bb argument #%d of successor #%d", k, i)
			}
		}
	}
	return nil
}

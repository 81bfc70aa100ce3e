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

// ConditionalBranch is the interface of [Branch] terminators that choose their successor by the values of operands.
type ConditionalBranch interface {
	// SuccessorFor returns the index of the successor that op takes if its operands have these constants (nil where one
	// is not known). It returns -1 if the known constants do not decide.
	SuccessorFor(op *Operation, constants []Attribute) int
}

// ConditionalRegionBranch is the interface of [RegionBranch] operations for which the values of operands decide where
// control goes.
type ConditionalRegionBranch interface {
	// RegionEdgeFor returns the edge that control takes from point if its operands have these constants (nil where one
	// is not known). The result is an index into op's edges that start at point, in the order of RegionEdges, or -1 if
	// the known constants do not decide.
	RegionEdgeFor(op, point *Operation, constants []Attribute) int
}

package ir

// ConditionalBranch is the interface of [Branch] terminators whose successor follows from the values of operands.
type ConditionalBranch interface {
	// SuccessorFor returns the index of the successor that op takes when its operands have these constants, nil where
	// one is not known; -1 when that does not decide.
	SuccessorFor(op *Operation, constants []Attribute) int
}

// ConditionalRegionBranch is the interface of [RegionBranch] operations whose way on follows from the values of
// operands.
type ConditionalRegionBranch interface {
	// RegionEdgeFor returns which of op's edges that start at point control takes when point's operands have these
	// constants, nil where one is not known: an index into those edges in the order of RegionEdges; -1 when that does
	// not decide.
	RegionEdgeFor(op, point *Operation, constants []Attribute) int
}

package ir

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

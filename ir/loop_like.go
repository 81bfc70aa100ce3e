package ir

// LoopLike is the interface of operations whose regions run any number of times, such as loops.
type LoopLike interface {
	// LoopRegions returns the regions that may run more than once.
	LoopRegions(op *Operation) []*Region
}

// LoopRegions returns the regions of op that may run more than once; none if it is no [LoopLike].
func LoopRegions(op *Operation) []*Region {
	if l, ok := InterfaceOf[LoopLike](op); ok {
		return l.LoopRegions(op)
	}
	return nil
}

// RunsOnce marks operations that run each of their regions at most once, such as conditionals. Its method does nothing.
type RunsOnce interface{ RegionsRunAtMostOnce() }

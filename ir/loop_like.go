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

// RunsOnce is the interface of operations each of whose regions runs at most once each time the operation does, such as
// conditionals. It has no methods that do anything: to implement it is what counts.
type RunsOnce interface{ RegionsRunAtMostOnce() }

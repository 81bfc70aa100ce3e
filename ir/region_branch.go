package ir

import "strconv"

// RegionBranch is the interface of operations that pass control to, between and out of their regions, such as loops.
type RegionBranch interface {
	// RegionEdges calls yield for every edge of control flow, until it returns false.
	RegionEdges(op *Operation, yield func(RegionEdge) bool)
}

// RegionEdge is an edge on which control, and with it values, passes from the operation into a region, from one region
// to another, or out of a region to the operation's results.
type RegionEdge struct {
	// Point is where control comes from: the operation itself or a terminator in one of its regions.
	Point *Operation
	// From and To delimit those operands of Point that are passed on.
	From, To int
	// Successor is the region where control goes, or nil for the operation's results. Its entry block receives the
	// values as arguments, after the first Skip arguments, which the operation itself provides.
	Successor *Region
	Skip      int
}

// numInputs returns the number of values that the edge's target receives.
func (e *RegionEdge) numInputs(op *Operation) int {
	if e.Successor == nil {
		return op.NumResults()
	}
	return max(0, e.Successor.Entry().NumArgs()-e.Skip)
}

// Input returns value i of the edge's target: an argument of the successor's entry block or a result of op.
func (e *RegionEdge) Input(op *Operation, i int) *Value {
	if e.Successor == nil {
		return op.Result(i)
	}
	return e.Successor.Entry().Arg(e.Skip + i)
}

// VerifyRegionBranch checks that on every edge the values agree with the target's in number and types.
func VerifyRegionBranch(op *Operation, b RegionBranch) error {
	var err error
	b.RegionEdges(op, func(e RegionEdge) bool {
		err = e.verify(op)
		return err == nil
	})
	return err
}

func (e *RegionEdge) verify(op *Operation) error {
	if have, want := e.To-e.From, e.numInputs(op); have != want {
		return e.errorf(op, "region branch point has %d operands, but region successor needs %d inputs", have, want)
	}
	for i := range e.To - e.From {
		have, want := e.Point.Operand(e.From+i).Type(), e.Input(op, i).Type()
		if have != want {
			return e.errorf(op, "successor operand type #%d %s should match successor input type #%d %s", i, Quote(have),
				i, Quote(want))
		}
	}
	return nil
}

func (e *RegionEdge) errorf(op *Operation, format string, args ...any) error {
	d := op.Errorf("along control flow edge from %s to %s: "+format, append([]any{e.source(op), e.target()}, args...)...)
	return d.Note(e.Point.Loc(), "region branch point")
}

func (e *RegionEdge) source(op *Operation) string {
	if e.Point == op {
		return "parent"
	}
	return "Operation " + e.Point.Name()
}

func (e *RegionEdge) target() string {
	if e.Successor == nil {
		return "parent"
	}
	return "Region #" + strconv.Itoa(e.Successor.Index())
}

// LoopLike is the interface of operations whose regions run any number of times, such as loops.
type LoopLike interface {
	// LoopRegions returns the regions that may run more than once.
	LoopRegions(op *Operation) []*Region
}

// LoopRegions returns the regions of op that may run more than once; none if it is no [LoopLike].
func LoopRegions(op *Operation) []*Region {
	if op.NumRegions() == 0 {
		return nil
	}
	if l, ok := InterfaceOf[LoopLike](op); ok {
		return l.LoopRegions(op)
	}
	return nil
}

// RunsOnce marks operations that run each of their regions at most once, such as conditionals. Its method does nothing.
type RunsOnce interface{ RegionsRunAtMostOnce() }

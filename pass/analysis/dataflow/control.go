package dataflow

import "github.com/girih-ir/girih/ir"

// kind says how an operation directs control. It is a set of bits.
type kind uint8

const (
	branch    kind = 1 << iota // ends a block and names successors
	region                     // an ir.RegionBranch
	regionEnd                  // ends a block of a region branch's region
	call                       // an ir.Call
	function                   // an ir.Callable with a body
	returns                    // ends a block of a callable's region
	opaque                     // has regions with unknown control flow
)

// directed are the kinds for which only flows determine the results, and whether the code after the operation runs.
const directed = region | call

// control is what is known about an operation that directs control.
type control struct {
	op     *ir.Operation
	kind   kind
	class  *class
	parent uint32          // number of the enclosing operation, for regionEnd
	edges  []ir.RegionEdge // the edges that start here, for region and regionEnd
	live   uint32          // index in Solver.live of the first edge or successor
	// settled says that no more edges can become live.
	settled  bool
	flows    []Flow // the live flows that start here
	callable *callable
}

// callable is a function with a body inside the root.
type callable struct {
	entry *ir.Block
	// unknownCallers says that there may be calls outside the root.
	unknownCallers bool
	callers        []*control // live calls
	returns        []*control // live returns
}

// FlowKind says what passes control on.
type FlowKind uint8

const (
	// BranchFlow goes from a terminator to a successor.
	BranchFlow FlowKind = iota
	// RegionFlow goes from an [ir.RegionBranch] operation or a terminator in it into a region or to the results.
	RegionFlow
	// CallFlow goes from a call into the callee.
	CallFlow
	// ReturnFlow goes from the end of a callee to a call's results.
	ReturnFlow
)

// Flow is an edge of control flow, which may pass values.
type Flow struct {
	Kind FlowKind
	// Point is the operation that control comes from; it passes on its operands [From, To).
	Point    *ir.Operation
	From, To int
	// Block is the block that control goes to. It is nil if control goes to the point after Op, an operation with
	// regions or a call.
	Block *ir.Block
	Op    *ir.Operation
	// Skip is the number of Block's arguments before those that receive values.
	Skip int
}

// Target returns the value that receives operand i of the flow's point, From <= i < To; nil if there is none.
func (f *Flow) Target(i int) *ir.Value {
	i -= f.From
	if f.Block != nil {
		if i += f.Skip; i < f.Block.NumArgs() {
			return f.Block.Arg(i)
		}
		return nil
	}
	if i < f.Op.NumResults() {
		return f.Op.Result(i)
	}
	return nil
}

// class classifies the operations of one name.
type class struct {
	kind     kind
	branch   ir.Branch
	branchOn ir.ConditionalBranch
	region   ir.RegionBranch
	regionOn ir.ConditionalRegionBranch
	call     ir.Call
	callable ir.Callable
}

func classify(op *ir.Operation) *class {
	c := new(class)
	c.branch, _ = ir.InterfaceOf[ir.Branch](op)
	c.branchOn, _ = ir.InterfaceOf[ir.ConditionalBranch](op)
	c.region, _ = ir.InterfaceOf[ir.RegionBranch](op)
	c.regionOn, _ = ir.InterfaceOf[ir.ConditionalRegionBranch](op)
	c.call, _ = ir.InterfaceOf[ir.Call](op)
	c.callable, _ = ir.InterfaceOf[ir.Callable](op)
	if c.region != nil {
		c.kind |= region
	}
	if c.call != nil {
		c.kind |= call
	}
	return c
}

// kindOf returns the kind of an operation of a class, if nothing is known about the enclosing operations.
func (c *class) kindOf(op *ir.Operation) kind {
	k := c.kind
	if op.NumSuccessors() > 0 {
		k |= branch
	}
	if op.NumRegions() == 0 || k&region != 0 {
		return k
	}
	if c.callable == nil {
		return k | opaque
	}
	if r := c.callable.CallableRegion(op); r != nil && !r.IsEmpty() {
		return k | function
	}
	return k
}

// survey numbers everything inside the root and finds the operations that direct control.
func (s *Solver) survey() {
	s.controls = append(s.controls, nil)
	classes := make(map[*ir.OpInfo]*class)
	if s.only != nil {
		for _, op := range s.only {
			s.surveyOp(op, 0, classes)
		}
	} else {
		for i := range s.root.NumRegions() {
			s.surveyRegion(s.root.Region(i), classes)
		}
	}
	if !s.root.HasTrait(ir.IsolatedFromAbove) {
		s.addOutside()
	}
	edges := 0
	for _, c := range s.controls[1:] {
		if c.kind&region != 0 {
			s.distribute(c)
		}
	}
	for _, c := range s.controls[1:] {
		c.live = uint32(edges)
		edges += max(len(c.edges), c.op.NumSuccessors())
	}
	s.live = make([]bool, edges)
}

func (s *Solver) surveyRegion(r *ir.Region, classes map[*ir.OpInfo]*class) {
	around := uint32(0)
	if p := r.ParentOp(); p != s.root {
		around = s.controlOf[p.Number]
	}
	for b := r.Entry(); b != nil; b = b.Next() {
		s.addBlock(b)
		for op := b.First(); op != nil; op = op.Next() {
			s.surveyOp(op, around, classes)
		}
	}
}

func (s *Solver) surveyOp(op *ir.Operation, around uint32, classes map[*ir.OpInfo]*class) {
	s.addOp(op)
	cl, ok := classes[op.Info()]
	if !ok {
		cl = classify(op)
		classes[op.Info()] = cl
	}
	k := cl.kindOf(op)
	if around != 0 && op.Next() == nil && k&branch == 0 {
		switch p := s.controls[around].kind; {
		case p&region != 0:
			k |= regionEnd
		case p&function != 0:
			k |= returns
		}
	}
	if k == 0 {
		s.controlOf = append(s.controlOf, 0)
		return
	}
	s.controlOf = append(s.controlOf, uint32(len(s.controls)))
	c := &control{op: op, kind: k, class: cl, parent: around}
	s.controls = append(s.controls, c)
	switch {
	case k&returns != 0:
		c.callable = s.controls[around].callable
	case k&function != 0:
		c.callable = &callable{entry: cl.callable.CallableRegion(op).Entry(), unknownCallers: true}
	}
	for i := range op.NumRegions() {
		s.surveyRegion(op.Region(i), classes)
	}
}

// distribute assigns the edges of a region branch to the points where they start.
func (s *Solver) distribute(c *control) {
	c.class.region.RegionEdges(c.op, func(e ir.RegionEdge) bool {
		if at := s.control(e.Point); at != nil && (e.Successor == nil || !e.Successor.IsEmpty()) {
			at.edges = append(at.edges, e)
		}
		return true
	})
}

// control returns what is known about an operation inside the root that directs control, or nil.
func (s *Solver) control(op *ir.Operation) *control {
	if !s.hasOp(op) {
		return nil
	}
	return s.controls[s.controlOf[op.Number]]
}

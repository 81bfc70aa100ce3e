package dataflow

import "github.com/girih-ir/girih/ir"

// direct makes live what control may reach from a visited operation.
func (s *Solver) direct(c *control) {
	switch {
	case c.kind&call != 0:
		s.directCall(c)
	case c.kind&region != 0:
		s.directRegion(c, c)
	case c.kind&function != 0:
		if c.callable.unknownCallers && !c.settled {
			c.settled = true
			s.reachNested(c.callable.entry)
			s.enter(c.callable.entry)
		}
	case c.kind&opaque != 0:
		s.directOpaque(c)
	}
	switch {
	case c.kind&branch != 0:
		s.directBranch(c)
	case c.kind&regionEnd != 0:
		s.directRegion(c, s.controls[c.parent])
	case c.kind&returns != 0:
		s.directReturn(c)
	}
}

// operandConstants returns the constants that the operands of an operation are known to be, nil for the others; ok is
// false if some operand is not known to be computed.
func (s *Solver) operandConstants(op *ir.Operation) (attrs []ir.Attribute, ok bool) {
	s.attrs = s.attrs[:0]
	for i := range op.NumOperands() {
		var a ir.Attribute
		if s.constants != nil {
			c := s.constants.state[op.Operand(i).Number]
			if c.IsBottom() {
				return nil, false
			}
			a = c.Value()
		}
		s.attrs = append(s.attrs, a)
	}
	return s.attrs, true
}

func (s *Solver) directBranch(c *control) {
	if c.settled {
		return
	}
	attrs, ok := s.operandConstants(c.op)
	if !ok {
		return
	}
	if c.class.branchOn != nil {
		if i := c.class.branchOn.SuccessorFor(c.op, attrs); i >= 0 {
			s.takeSuccessor(c, i)
			c.settled = c.op.NumSuccessors() == 1
			return
		}
	}
	c.settled = true
	for i := range c.op.NumSuccessors() {
		s.takeSuccessor(c, i)
	}
}

func (s *Solver) takeSuccessor(c *control, i int) {
	if s.live[int(c.live)+i] {
		return
	}
	s.live[int(c.live)+i] = true
	to := c.op.Successor(i)
	if c.class.branch == nil { // the values of the arguments are unknown
		s.addFlow(c, Flow{Kind: BranchFlow, Point: c.op, Block: to})
		s.enter(to)
	} else {
		from, end := c.class.branch.SuccessorOperands(c.op, i)
		s.addFlow(c, Flow{Kind: BranchFlow, Point: c.op, From: from, To: end, Block: to})
	}
	s.reachBlock(to)
}

// directRegion follows the edges of a region branch that start at an operation: the branch itself, or the terminator of
// one of its blocks.
func (s *Solver) directRegion(c, around *control) {
	if c.settled {
		return
	}
	attrs, ok := s.operandConstants(c.op)
	if !ok {
		return
	}
	if on := around.class.regionOn; on != nil && len(c.edges) > 1 {
		if i := on.RegionEdgeFor(around.op, c.op, attrs); i >= 0 {
			s.takeEdge(c, around, i)
			return
		}
	}
	c.settled = true
	for i := range c.edges {
		s.takeEdge(c, around, i)
	}
}

func (s *Solver) takeEdge(c, around *control, i int) {
	if s.live[int(c.live)+i] {
		return
	}
	s.live[int(c.live)+i] = true
	e := c.edges[i]
	f := Flow{Kind: RegionFlow, Point: c.op, From: e.From, To: e.To, Op: around.op, Skip: e.Skip}
	if e.Successor != nil {
		f.Block = e.Successor.Entry()
		if s.reachNested(f.Block) {
			for _, a := range s.forward {
				a.provide(f.Block, min(e.Skip, f.Block.NumArgs()))
			}
		}
	}
	s.addFlow(c, f)
}

// directOpaque assumes that every region of an operation may run, with any arguments.
func (s *Solver) directOpaque(c *control) {
	if c.settled {
		return
	}
	c.settled = true
	for i := range c.op.NumRegions() {
		if b := c.op.Region(c.op.NumRegions() - 1 - i).Entry(); b != nil {
			s.reachNested(b)
			s.enter(b)
		}
	}
}

func (s *Solver) directCall(c *control) {
	if c.settled {
		return
	}
	c.settled = true
	target := s.callee(c)
	if target == nil {
		for _, a := range s.forward {
			a.outside(c.op)
		}
		return
	}
	c.callable = target
	target.callers = append(target.callers, c)
	from, to := c.class.call.CallArguments(c.op)
	s.addFlow(c, Flow{Kind: CallFlow, Point: c.op, From: from, To: to, Block: target.entry})
	s.reachBlock(target.entry)
	for _, r := range target.returns {
		s.returnTo(r, c)
	}
}

func (s *Solver) directReturn(c *control) {
	if c.settled {
		return
	}
	c.settled = true
	c.callable.returns = append(c.callable.returns, c)
	for _, caller := range c.callable.callers {
		s.returnTo(c, caller)
	}
}

// returnTo lets control return from the end of a function to a caller.
func (s *Solver) returnTo(c, caller *control) {
	if !c.op.HasTrait(ir.ReturnLike) {
		for _, a := range s.forward {
			a.outside(caller.op)
		}
		return
	}
	s.addFlow(c, Flow{Kind: ReturnFlow, Point: c.op, To: c.op.NumOperands(), Op: caller.op})
}

func (s *Solver) addFlow(c *control, f Flow) {
	c.flows = append(c.flows, f)
	for _, a := range s.forward {
		a.join(&f)
	}
}

// reachBlock makes a block live, and schedules it to be visited after the current block.
func (s *Solver) reachBlock(b *ir.Block) {
	if !s.blockLive[b.Number] {
		s.blockLive[b.Number] = true
		s.blocks.push(b)
	}
}

// reachNested makes a block inside the current operation live, and schedules it to be visited before the next
// operation. It reports whether the block was not live before.
func (s *Solver) reachNested(b *ir.Block) bool {
	if s.blockLive[b.Number] {
		return false
	}
	s.blockLive[b.Number] = true
	s.cursors = append(s.cursors, b.First())
	return true
}

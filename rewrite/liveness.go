package rewrite

import "github.com/girih-ir/girih/ir"

// eraseDead erases operations and block arguments that only keep each other alive: values that are passed around in
// loops of blocks, and cycles of operations in graph regions.
func (d *driver) eraseDead() bool {
	l := &liveness{driver: d}
	d.regions(unmark)
	l.inside(d.root)
	l.spread()
	return l.erase()
}

// liveness finds the live operations: those that are not dead by themselves, those that define operands of live
// operations, and so on. An operand that a terminator passes to a block is live if the block's argument is. What is
// inside of a dead operation is dead.
type liveness struct {
	driver *driver
	ops    []*ir.Operation // live operations whose operands are not marked yet
	args   []*ir.Value
}

// live in the Number of an operation or block argument marks it as live.
const live = 1<<32 - 1

// unmark removes the marks of the operations and block arguments of a region.
func unmark(r *ir.Region) {
	for b := range r.Blocks() {
		for _, a := range b.Args() {
			a.Number = 0
		}
		for op := range b.Ops() {
			op.Number = 0
		}
	}
}

// inside marks the operations in the regions of a live operation that are live by themselves.
func (l *liveness) inside(op *ir.Operation) {
	for i := range op.NumRegions() {
		for b := range op.Region(i).Blocks() {
			for inner := range b.Ops() {
				if inner.HasTrait(ir.Terminator) || inner.Def() == nil || !ir.WouldBeTriviallyDead(inner) {
					l.operation(inner)
				}
			}
		}
	}
}

func (l *liveness) operation(op *ir.Operation) {
	if op.Number != live {
		op.Number = live
		l.ops = append(l.ops, op)
	}
}

func (l *liveness) value(v *ir.Value) {
	if def := v.DefiningOp(); def != nil {
		l.operation(def)
	} else if v.Number != live {
		v.Number = live
		l.args = append(l.args, v)
	}
}

// spread marks everything that live operations need.
func (l *liveness) spread() {
	for {
		switch {
		case len(l.ops) > 0:
			op := l.ops[len(l.ops)-1]
			l.ops = l.ops[:len(l.ops)-1]
			l.operands(op)
			if !op.HasTrait(ir.IsolatedFromAbove) { // otherwise it is a unit of its own
				l.inside(op)
			}
		case len(l.args) > 0:
			a := l.args[len(l.args)-1]
			l.args = l.args[:len(l.args)-1]
			l.incoming(a)
		default:
			return
		}
	}
}

// operands marks the operands of a live operation, except those that it passes to blocks.
func (l *liveness) operands(op *ir.Operation) {
	branch, ok := ir.InterfaceOf[ir.Branch](op)
	if !ok || !ir.CanSetSuccessorOperands(op) {
		for _, v := range op.Operands() {
			l.value(v)
		}
		for i := range op.NumSuccessors() {
			for _, a := range op.Successor(i).Args() {
				l.value(a)
			}
		}
		return
	}
	passed := make([]bool, op.NumOperands())
	for i := range op.NumSuccessors() {
		from, to := branch.SuccessorOperands(op, i)
		for k := from; k < to; k++ {
			passed[k] = true
			if op.Successor(i).Arg(k-from).Number == live {
				l.value(op.Operand(k))
			}
		}
	}
	for k, p := range passed {
		if !p {
			l.value(op.Operand(k))
		}
	}
}

// incoming marks the operands that terminators pass to a live argument.
func (l *liveness) incoming(a *ir.Value) {
	for s := range a.ArgumentOf().Incoming() {
		op := s.Owner()
		branch, ok := ir.InterfaceOf[ir.Branch](op)
		if !ok {
			continue
		}
		from, to := branch.SuccessorOperands(op, s.Index())
		if k := from + a.Index(); k < to {
			l.value(op.Operand(k))
		}
	}
}

// erase erases everything that is not marked, and reports whether there was anything.
func (l *liveness) erase() (changed bool) {
	var dead []*ir.Operation
	var blocks []*ir.Block
	l.driver.regions(func(r *ir.Region) {
		for b := range r.Blocks() {
			if !b.IsEntry() && l.hasDeadArgs(b) {
				blocks = append(blocks, b)
			}
			for op := range b.Ops() {
				if op.Number != live {
					dead = append(dead, op)
				}
			}
		}
	})
	for _, b := range blocks {
		for s := range b.Incoming() {
			l.passLive(s, b)
		}
	}
	for _, op := range dead {
		op.DropAllReferences()
	}
	for _, op := range dead {
		op.Remove()
	}
	for _, b := range blocks {
		for i := b.NumArgs() - 1; i >= 0; i-- {
			if b.Arg(i).Number != live {
				b.EraseArg(i)
			}
		}
	}
	return len(dead)+len(blocks) > 0
}

func (l *liveness) hasDeadArgs(b *ir.Block) bool {
	for _, a := range b.Args() {
		if a.Number != live {
			return true
		}
	}
	return false
}

// passLive removes the operands that a terminator passes to dead arguments of b.
func (l *liveness) passLive(s *ir.Successor, b *ir.Block) {
	branch, _ := ir.InterfaceOf[ir.Branch](s.Owner())
	from, _ := branch.SuccessorOperands(s.Owner(), s.Index())
	var values []*ir.Value
	for i, a := range b.Args() {
		if a.Number == live {
			values = append(values, s.Owner().Operand(from+i))
		}
	}
	ir.SetSuccessorOperands(s.Owner(), s.Index(), values)
}

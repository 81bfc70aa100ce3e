package dataflow

import "github.com/girih-ir/girih/ir"

// DenseForward is a dense forward analysis: it computes a state for each point of the program from the states
// before it.
type DenseForward[T Joiner[T]] interface {
	// Entry returns the state at the start of a block that control enters from outside.
	Entry(b *ir.Block) T
	// Visit returns the state after op, given the state before it. It must be monotone.
	Visit(op *ir.Operation, before T) T
	// Call returns the state after a call of an unknown function.
	Call(op *ir.Operation, before T) T
}

// FlowTransfer is implemented by a [DenseForward] or [DenseBackward] that changes the state along a flow.
type FlowTransfer[T any] interface {
	Pass(f *Flow, x T) T
}

// Dense is a dense forward analysis in a solver, and its result.
type Dense[T Joiner[T]] struct {
	solver *Solver
	rules  DenseForward[T]
	pass   FlowTransfer[T] // nil if flows do not change the state
	index  int
	starts []T // by block: the state before its first operation
	behind []T // by operation: the state after it
}

// LoadDenseForward loads a dense forward analysis. It counts as one of the solver's 14 forward analyses.
func LoadDenseForward[T Joiner[T]](s *Solver, rules DenseForward[T]) *Dense[T] {
	a := &Dense[T]{solver: s, rules: rules}
	a.pass, _ = rules.(FlowTransfer[T])
	a.index = s.load(a)
	return a
}

// Before returns the state before an operation inside the root, the bottom if control never gets there.
func (a *Dense[T]) Before(op *ir.Operation) T {
	if p := op.Prev(); p != nil {
		return a.After(p)
	}
	return a.At(op.Block())
}

// At returns the state at the start of a block inside the root.
func (a *Dense[T]) At(b *ir.Block) T {
	if i, ok := a.solver.blockNumber(b); ok && int(i) < len(a.starts) {
		return a.starts[i]
	}
	var bottom T
	return bottom
}

// After returns the state after an operation inside the root, the bottom if control never gets there.
func (a *Dense[T]) After(op *ir.Operation) T {
	if i, ok := a.solver.opNumber(op); ok && int(i) < len(a.behind) {
		return a.behind[i]
	}
	var bottom T
	return bottom
}

func (a *Dense[T]) start() {
	a.starts = make([]T, len(a.solver.numbering.blocks))
	a.behind = make([]T, len(a.solver.ops))
}

// before is Before while the numbers of operations are still valid.
func (a *Dense[T]) before(op *ir.Operation) T {
	if p := op.Prev(); p != nil {
		return a.behind[p.Number]
	}
	return a.starts[op.Block().Number]
}

func (a *Dense[T]) visit(op *ir.Operation) {
	c := a.solver.control(op)
	switch {
	case c == nil || c.kind&directed == 0:
		a.raiseBehind(op, a.rules.Visit(op, a.before(op)))
	case c.kind&call != 0 && c.callable == nil:
		a.outside(op)
	default: // the state before op has changed: propagate it
		for k := range c.flows {
			a.join(&c.flows[k])
		}
	}
}

func (a *Dense[T]) join(f *Flow) {
	var x T
	if c := a.solver.control(f.Point); c.kind&directed != 0 {
		x = a.before(f.Point)
	} else {
		x = a.behind[f.Point.Number]
	}
	if a.pass != nil {
		x = a.pass.Pass(f, x)
	}
	if f.Block != nil {
		a.raiseStart(f.Block, x)
	} else {
		a.raiseBehind(f.Op, x)
	}
}

func (*Dense[T]) joinOperand(*Flow, int) {}

func (a *Dense[T]) enter(b *ir.Block) { a.raiseStart(b, a.rules.Entry(b)) }

func (*Dense[T]) provide(*ir.Block, int) {}

func (a *Dense[T]) outside(op *ir.Operation) {
	a.raiseBehind(op, a.rules.Call(op, a.before(op)))
}

func (a *Dense[T]) raiseStart(b *ir.Block, x T) {
	joined, changed := a.starts[b.Number].Join(x)
	if !changed {
		return
	}
	a.starts[b.Number] = joined
	if op := b.First(); op != nil {
		a.solver.ask(op, a.bit())
	}
}

func (a *Dense[T]) raiseBehind(op *ir.Operation, x T) {
	joined, changed := a.behind[op.Number].Join(x)
	if !changed {
		return
	}
	a.behind[op.Number] = joined
	if next := op.Next(); next != nil {
		a.solver.ask(next, a.bit())
		return
	}
	if c := a.solver.control(op); c != nil {
		for k := range c.flows {
			a.join(&c.flows[k])
		}
	}
}

func (a *Dense[T]) bit() flags { return 1 << (firstBit + a.index) }

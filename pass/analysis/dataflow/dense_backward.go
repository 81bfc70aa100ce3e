package dataflow

import (
	"context"

	"github.com/girih-ir/girih/ir"
)

// DenseBackward is a dense backward analysis: it computes a state for each point of the program from the states after
// it.
type DenseBackward[T Meeter[T]] interface {
	// Exit returns the state after the last operation of a block from which control leaves to unknown code.
	Exit(last *ir.Operation) T
	// Visit returns the state before op, given the state after it. It must be monotone.
	Visit(op *ir.Operation, after T) T
	// Call returns the state before a call of an unknown function.
	Call(op *ir.Operation, after T) T
}

// DenseBack is a dense backward analysis in a solver, and its result.
type DenseBack[T Meeter[T]] struct {
	solver *Solver
	rules  DenseBackward[T]
	pass   FlowTransfer[T] // nil if flows do not change the state
	in     *inflows
	front  []T // by operation: the state before it
	seen   []bool
	queued []bool
	queue  fifo[*ir.Operation]
}

// LoadDenseBackward loads a dense backward analysis.
func LoadDenseBackward[T Meeter[T]](s *Solver, rules DenseBackward[T]) *DenseBack[T] {
	a := &DenseBack[T]{solver: s, rules: rules}
	a.pass, _ = rules.(FlowTransfer[T])
	s.backward = append(s.backward, a)
	return a
}

// Before returns the state before an operation inside the root; zero if control never gets there.
func (a *DenseBack[T]) Before(op *ir.Operation) T {
	if i, ok := a.solver.opNumber(op); ok && int(i) < len(a.front) {
		return a.front[i]
	}
	var none T
	return none
}

func (a *DenseBack[T]) run(ctx context.Context) error {
	s := a.solver
	a.front = make([]T, len(s.ops))
	a.seen, a.queued = make([]bool, len(s.ops)), make([]bool, len(s.ops))
	a.in = s.findInflows()
	return s.settleBackward(ctx, &a.queue, a.queued, a.visit)
}

func (a *DenseBack[T]) visit(op *ir.Operation) {
	a.seen[op.Number] = true
	c := a.solver.control(op)
	var x T
	switch {
	case c != nil && c.kind&call != 0 && c.callable == nil:
		x = a.rules.Call(op, a.after(op, nil))
	case c != nil && c.kind&directed != 0:
		x = a.along(c)
	default:
		x = a.rules.Visit(op, a.after(op, c))
	}
	met, changed := a.front[op.Number].Meet(x)
	if changed {
		a.front[op.Number] = met
		a.changed(op)
	}
}

// after returns the state after an operation; c is its control or nil.
func (a *DenseBack[T]) after(op *ir.Operation, c *control) T {
	if next := op.Next(); next != nil {
		return a.front[next.Number]
	}
	if c == nil || c.kind&(branch|regionEnd|returns) == 0 {
		return a.rules.Exit(op)
	}
	x := a.along(c)
	if c.kind&returns != 0 && c.callable.unknownCallers {
		x, _ = x.Meet(a.rules.Exit(op))
	}
	return x
}

// along combines the states at the targets of the flows from an operation.
func (a *DenseBack[T]) along(c *control) (x T) {
	for k := range c.flows {
		f := &c.flows[k]
		var y T
		if f.Block != nil {
			y = a.start(f.Block)
		} else {
			y = a.after(f.Op, nil)
		}
		if a.pass != nil {
			y = a.pass.Pass(f, y)
		}
		x, _ = x.Meet(y)
	}
	return x
}

func (a *DenseBack[T]) start(b *ir.Block) (x T) {
	if op := b.First(); op != nil {
		x = a.front[op.Number]
	}
	return x
}

// changed schedules the operations before an operation to be visited again.
func (a *DenseBack[T]) changed(op *ir.Operation) {
	if p := op.Prev(); p != nil {
		a.again(p)
		for _, c := range a.in.ops[p] {
			a.again(c.op)
		}
		return
	}
	for _, c := range a.in.blocks[op.Block()] {
		a.again(c.op)
	}
}

func (a *DenseBack[T]) again(op *ir.Operation) {
	if a.seen[op.Number] && !a.queued[op.Number] {
		a.queued[op.Number] = true
		a.queue.push(op)
	}
}

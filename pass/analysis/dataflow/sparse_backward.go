package dataflow

import (
	"context"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Meeter is the constraint on lattice elements of backward analyses. The zero value says that nothing is required of a
// value; its meet with any element is that element.
type Meeter[T any] interface {
	// Meet returns the greatest element below the receiver and x, and whether it differs from the receiver.
	Meet(x T) (T, bool)
}

// Backward has the rules of a sparse backward analysis: the lattice element of a value follows from the elements of the
// values that are computed from it.
type Backward[T Meeter[T]] interface {
	// Exit returns the element of a value that is passed to code outside of the analyzed program, such as a result of a
	// function with unknown callers.
	Exit(v *ir.Value) T
	// Visit computes the elements of the operands of op from those of its results. operands are zero at first. It is
	// called for operations that are not described by flows. It must be monotone, and must not keep the slices.
	Visit(op *ir.Operation, results, operands []T)
	// Decider returns the element of an operand that decides about control, such as a condition, or that a call does not
	// pass to its callee. results are the elements of the results of op, which is the operation with regions, the call, or
	// the terminator.
	Decider(u *ir.Operand, op *ir.Operation, results []T) T
}

// SparseBackward is a sparse backward analysis in a solver, and its result.
type SparseBackward[T Meeter[T]] struct {
	solver *Solver
	rules  Backward[T]
	state  []T // by value
	in     *inflows

	seen    []bool // by operation
	queued  []bool
	queue   fifo[*ir.Operation]
	results []T
	asked   []T
	passes  []bool // whether a flow passes on an operand of the current operation
}

// LoadBackward loads a sparse backward analysis.
func LoadBackward[T Meeter[T]](s *Solver, rules Backward[T]) *SparseBackward[T] {
	a := &SparseBackward[T]{solver: s, rules: rules}
	s.backward = append(s.backward, a)
	return a
}

// Of returns the element of a value inside the root, zero if nothing is required of it.
func (a *SparseBackward[T]) Of(v *ir.Value) T {
	if i, ok := a.solver.valueNumber(v); ok && int(i) < len(a.state) {
		return a.state[i]
	}
	var none T
	return none
}

func (a *SparseBackward[T]) run(ctx context.Context) error {
	s := a.solver
	a.state = make([]T, len(s.values))
	a.seen, a.queued = make([]bool, len(s.ops)), make([]bool, len(s.ops))
	a.in = s.findInflows()
	return s.settleBackward(ctx, &a.queue, a.queued, a.visit)
}

func (a *SparseBackward[T]) visit(op *ir.Operation) {
	a.seen[op.Number] = true
	c := a.solver.control(op)
	switch {
	case c == nil, c.kind&^(opaque|function) == 0, c.kind&call != 0 && c.callable == nil:
		a.transfer(op)
	case c.kind&branch != 0 && c.class.branch == nil, c.kind&returns != 0 && !op.HasTrait(ir.ReturnLike):
		a.transfer(op)
	default:
		a.passOn(c)
	}
}

// transfer applies the rules to an operation that is not directed by flows.
func (a *SparseBackward[T]) transfer(op *ir.Operation) {
	results := a.of(op)
	a.asked = zeros(a.asked, op.NumOperands())
	a.rules.Visit(op, results, a.asked)
	for i, v := range op.Operands() {
		a.lower(v, a.asked[i])
	}
}

// of returns the elements of an operation's results, in a slice that the next call reuses.
func (a *SparseBackward[T]) of(op *ir.Operation) []T {
	a.results = a.results[:0]
	for _, v := range op.Results() {
		a.results = append(a.results, a.state[v.Number])
	}
	return a.results
}

func zeros[T any](s []T, n int) []T {
	s = s[:0]
	var zero T
	for range n {
		s = append(s, zero)
	}
	return s
}

// passOn meets the elements of operands with those of the values that receive them.
func (a *SparseBackward[T]) passOn(c *control) {
	op := c.op
	a.passes = zeros(a.passes, op.NumOperands())
	for k := range c.flows {
		f := &c.flows[k]
		for i := f.From; i < f.To; i++ {
			a.passes[i] = true
			if to := f.Target(i); to != nil {
				a.lower(op.Operand(i), a.state[to.Number])
			}
		}
	}
	if c.kind&returns != 0 {
		a.leave(c)
		return
	}
	decided := op
	if c.kind&regionEnd != 0 {
		decided = a.solver.controls[c.parent].op
	}
	for i, v := range op.Operands() {
		if !a.passes[i] {
			a.lower(v, a.rules.Decider(op.OpOperand(i), decided, a.of(decided)))
		}
	}
}

// leave handles the end of a function.
func (a *SparseBackward[T]) leave(c *control) {
	if !c.callable.unknownCallers {
		return
	}
	for _, v := range c.op.Operands() {
		a.lower(v, a.rules.Exit(v))
	}
}

// lower meets an element into that of a value, and schedules the operations that define it.
func (a *SparseBackward[T]) lower(v *ir.Value, x T) {
	met, changed := a.state[v.Number].Meet(x)
	if !changed {
		return
	}
	a.state[v.Number] = met
	if op := v.DefiningOp(); op != nil {
		a.again(op)
		for _, c := range a.in.ops[op] {
			a.again(c.op)
		}
		return
	}
	for _, c := range a.in.blocks[v.ArgumentOf()] {
		a.again(c.op)
	}
}

// again schedules an operation that was visited before.
func (a *SparseBackward[T]) again(op *ir.Operation) {
	if a.solver.hasOp(op) && a.seen[op.Number] && !a.queued[op.Number] {
		a.queued[op.Number] = true
		a.queue.push(op)
	}
}

// settleBackward visits the live code from its end, and then works off the queue.
func (s *Solver) settleBackward(ctx context.Context, queue *fifo[*ir.Operation], queued []bool,
	visit func(op *ir.Operation)) error {
	for _, b := range slices.Backward(s.liveBlocks()) {
		for op := b.Last(); op != nil; op = op.Prev() {
			visit(op)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	for steps := 1; ; steps++ {
		op, ok := queue.pop()
		if !ok {
			return nil
		}
		queued[op.Number] = false
		visit(op)
		if steps%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

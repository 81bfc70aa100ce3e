package dataflow

import "github.com/girih-ir/girih/ir"

// Joiner is the constraint on lattice elements of forward analyses. The zero value is the bottom: the value has not
// been computed. Its join with x is x.
type Joiner[T any] interface {
	// Join returns the least element above the receiver and x, and whether it differs from the receiver.
	Join(x T) (T, bool)
}

// Forward has the rules of a sparse forward analysis.
type Forward[T Joiner[T]] interface {
	// Entry returns the element of a value from unknown code: an argument of a function with unknown callers or of a
	// region with unknown control flow, or a result of a call of an unknown function. It is mostly the lattice's top.
	Entry(v *ir.Value) T
	// Visit computes the elements of op's results, which are bottoms at first, from those of its operands. It must be
	// monotone, and must not keep the slices.
	Visit(op *ir.Operation, operands, results []T)
}

// regionArguments is implemented by a [Forward] with rules for the arguments that region branches provide themselves,
// such as a loop's induction variable. Otherwise these arguments get the element of Entry.
type regionArguments[T any] interface {
	RegionArgument(op *ir.Operation, arg *ir.Value) T
}

// Sparse is a sparse forward analysis in a solver, and its result.
type Sparse[T Joiner[T]] struct {
	solver *Solver
	rules  Forward[T]
	index  int
	state  []T // by value

	operands, results []T
}

// LoadForward loads a sparse forward analysis. A solver takes at most 14 forward analyses.
func LoadForward[T Joiner[T]](s *Solver, rules Forward[T]) *Sparse[T] {
	a := &Sparse[T]{solver: s, rules: rules}
	a.index = s.load(a)
	return a
}

func (s *Solver) load(a forward) int {
	if len(s.forward) == maxForward {
		panic("dataflow: a solver takes 14 forward analyses")
	}
	s.forward = append(s.forward, a)
	return len(s.forward) - 1
}

// Of returns the element of a value inside the root, the bottom for a value that is never computed.
func (a *Sparse[T]) Of(v *ir.Value) T {
	if i, ok := a.solver.valueNumber(v); ok && int(i) < len(a.state) {
		return a.state[i]
	}
	var bottom T
	return bottom
}

// Raise joins an element into that of a value, for a reason outside the rules of the analysis. Call it after
// [Solver.Run]; [Solver.Resume] then propagates the change.
func (a *Sparse[T]) Raise(v *ir.Value, x T) {
	if i, ok := a.solver.valueNumber(v); ok && int(i) < len(a.state) {
		a.raise(v, x)
	}
}

func (a *Sparse[T]) start() {
	s := a.solver
	a.state = make([]T, len(s.values))
	if s.root.HasTrait(ir.IsolatedFromAbove) {
		return
	}
	for _, v := range s.values {
		if !s.inside(v) {
			a.state[v.Number] = a.rules.Entry(v)
		}
	}
}

// inside reports whether a value is defined inside the root.
func (s *Solver) inside(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		return s.hasOp(op)
	}
	b := v.ArgumentOf()
	return int(b.Number) < len(s.numbering.blocks) && s.numbering.blocks[b.Number] == b
}

func (a *Sparse[T]) visit(op *ir.Operation) {
	n := op.NumResults()
	if n == 0 {
		return
	}
	a.operands, a.results = a.operands[:0], a.results[:0]
	for i := range op.NumOperands() {
		a.operands = append(a.operands, a.state[op.Operand(i).Number])
	}
	var bottom T
	for range n {
		a.results = append(a.results, bottom)
	}
	a.rules.Visit(op, a.operands, a.results)
	for i := range n {
		a.raise(op.Result(i), a.results[i])
	}
}

// raise joins an element into that of a value.
func (a *Sparse[T]) raise(v *ir.Value, x T) {
	if joined, changed := a.state[v.Number].Join(x); changed {
		a.state[v.Number] = joined
		a.solver.changed(v, a.index)
	}
}

func (a *Sparse[T]) join(f *Flow) {
	for i := f.From; i < f.To; i++ {
		a.joinOperand(f, i)
	}
}

func (a *Sparse[T]) joinOperand(f *Flow, i int) {
	if to := f.Target(i); to != nil {
		a.raise(to, a.state[f.Point.Operand(i).Number])
	}
}

func (a *Sparse[T]) enter(b *ir.Block) {
	for _, v := range b.Args() {
		a.raise(v, a.rules.Entry(v))
	}
}

func (a *Sparse[T]) provide(b *ir.Block, n int) {
	special, _ := a.rules.(regionArguments[T])
	for _, v := range b.Args()[:n] {
		if special != nil {
			a.raise(v, special.RegionArgument(b.ParentOp(), v))
		} else {
			a.raise(v, a.rules.Entry(v))
		}
	}
}

func (a *Sparse[T]) outside(c *ir.Operation) {
	for _, v := range c.Results() {
		a.raise(v, a.rules.Entry(v))
	}
}

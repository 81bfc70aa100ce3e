package fragments

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
)

// enter waits for the first tile and reads the fragments of its first step ahead of the loop, if the loop has an
// iteration. The header receives the fragments as further arguments.
func (l *loop) enter(b *ir.Builder) {
	var m ir.Mapping
	for i, arg := range l.header.Args() {
		m.Map(arg, l.entry.Operand(i))
	}
	none := l.entry
	if _, known := l.tiles(); !known {
		none = l.guard(b, &m)
	}
	b.Before(l.entry)
	for op := range l.body.Ops() {
		if op == l.wait || op == l.barrier || l.first[op] {
			b.Clone(op, &m)
		}
	}
	operands, missing := l.entry.OperandValues(), none.OperandValues()
	for _, v := range l.fragments {
		operands = append(operands, m.Lookup(v))
		if none != l.entry {
			missing = append(missing, llvm.NewPoison(b.Before(none), v.Type()))
		}
		l.header.AddArg(b.Context(), v.Type(), l.wait.Loc())
	}
	l.entry.SetOperands(operands)
	if none != l.entry {
		none.SetOperands(missing)
	}
}

// guard puts the entry branch into a block of its own, which control reaches if the loop has an iteration. It returns
// the branch that skips it, to the header.
func (l *loop) guard(b *ir.Builder, m *ir.Mapping) *ir.Operation {
	before := l.entry.Block()
	begin := before.SplitBefore(l.entry)
	b.AtEnd(before)
	for op := range l.header.Ops() {
		if op != l.condition {
			b.Clone(op, m)
		}
	}
	skip := &ir.Block{}
	before.Region().InsertAfter(skip, before)
	llvm.NewCondBr(b, m.Lookup(l.condition.Operand(0)), begin, nil, skip, nil).CopyLoc(l.condition)
	none := llvm.NewBr(b.AtEnd(skip), l.header, l.entry.OperandValues()...)
	none.CopyLoc(l.entry)
	return none
}

// rotate orders the body: the reads for a step are between the products of the step before it, and so are the copies.
// The wait and the barrier are ahead of the last step. Between its products are the reads of the next iteration.
func (l *loop) rotate(b *ir.Builder) {
	o := newOrder(l, b)
	for _, op := range l.lookups {
		o.place(op) // early, as nothing else hides how long they take
	}
	last, copy := len(l.steps)-1, o.spread()
	for i, step := range l.steps[:last] {
		o.between(step, o.readsOf(l.steps[i+1]), o.place, copy)
	}
	o.endOfTile()
	o.between(l.steps[last], o.begin, func(read *ir.Operation) { o.again(read) }, func() {})
	operands := l.back.OperandValues()
	for _, v := range l.fragments {
		operands = append(operands, o.again(v.DefiningOp()).Result(v.Index()))
	}
	o.finish()
	l.back.SetOperands(operands)
}

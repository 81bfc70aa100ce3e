package sharetail

import (
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/internal/analysis/iterations"
	"github.com/girih-ir/girih/ir"
)

// rewrite replaces the loop over programs by one that runs whole programs first, and then this block's piece of one of
// the last round. The remark says what it costs.
func (t *tail) rewrite(always bool) *ir.Diagnostic {
	blocks := int64(machine.Multiprocessors) * max(1, tile.ResidentOf(t.kernel.Operation))
	memory := addWorkspace(t.kernel, blocks*t.slotWords(), false)
	counters := addWorkspace(t.kernel, blocks/leastParts, true)
	c := costOf(t)
	if always {
		c = cost{step: 1}
	}
	b := ir.NewBuilder(t.kernel.Context()).Before(t.programs.Operation)
	b.SetLoc(t.programs.Loc())
	r := newRounds(b, t, c, blocks)
	loop := scf.NewFor(b, r.id, r.end, r.count, nil, func(b *ir.Builder, number *ir.Value, _ []*ir.Value) []*ir.Value {
		t.body(b, r.item(b, number), tilegpu.Memories{Slots: memory, Counters: counters})
		return nil
	})
	loop.SetAttrs(t.programs.Attrs())
	remark := loop.Errorf("shares the programs of the last round, if at most half as many as blocks, in up to %d parts "+
		"each, where that saves time: a step takes about %d cycles, and to add up two parts %d. At most %d blocks share "+
		"programs, and parts are added in their order, in %d bytes of a workspace", mostParts, c.step,
		c.write+leastParts*c.read+c.meet, blocks, blocks*t.slotWords()*costs.WordBytes)
	t.programs.Erase()
	return remark
}

// body executes a piece of a program: its steps, and what follows the sums if all of its parts are there.
func (t *tail) body(b *ir.Builder, p piece, at tilegpu.Memories) {
	var m ir.Mapping
	m.Map(t.programs.InductionVar(), p.program)
	op := t.programs.Body().First()
	for ; op != t.steps.Operation; op = op.Next() {
		b.Clone(op, &m)
	}
	var values []*ir.Value
	steps := t.piece(b, p, &m)
	for _, i := range t.sums {
		values = append(values, steps.Result(i))
	}
	b.SetLoc(t.steps.Loc())
	sums, last := tilegpu.NewAddParts(b, values, p.part, p.parts, p.first, p.counter, at)
	for i, v := range sums {
		m.Map(t.steps.Result(t.sums[i]), v)
	}
	scf.NewIf(b, last, func(b *ir.Builder) []*ir.Value {
		for op = op.Next(); !op.HasTrait(ir.Terminator); op = op.Next() {
			b.Clone(op, &m)
		}
		return nil
	}, nil)
}

// piece executes the steps of a piece.
func (t *tail) piece(b *ir.Builder, p piece, m *ir.Mapping) scf.For {
	number := func(v *ir.Value) *ir.Value { return iterations.Resized(b, v, t.steps.LowerBound().Type()) }
	from, to := number(p.from), number(p.to)
	lower, upper := iterations.Bound(b, t.steps, from), iterations.Bound(b, t.steps, to)
	starts := make(map[int]*ir.Value)
	for i, mover := range t.movers {
		if v := m.Lookup(mover.Init); v != nil {
			mover.Init = v
		}
		starts[i] = mover.At(b, t.steps, from)
	}
	steps := scf.For{Operation: b.Clone(t.steps.Operation, m)}
	steps.SetOperand(0, lower)
	steps.SetOperand(1, upper)
	for i, v := range starts {
		steps.SetOperand(3+i, v)
	}
	return steps
}

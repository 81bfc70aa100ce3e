package stripmine

import (
	"maps"
	"slices"

	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// canRepeat reports whether a loop can run once for each strip of the tensors that it carries. Its other results must
// be unused, and its other operations repeatable. It may only read memory that nothing in the loop over strips writes.
func (p *plan) canRepeat(loop *ir.Operation) bool {
	carries := false
	for _, v := range loop.Results() {
		_, divided := p.of[v]
		if carries = carries || divided; !divided && v.HasUses() {
			return false
		}
	}
	if !carries {
		return false
	}
	for op := range loop.Region(0).Entry().Ops() {
		switch {
		case op.HasTrait(ir.Terminator):
		case op.Is(&scf.ForOp) && p.touches(op):
			if !p.canRepeat(op) {
				return false
			}
		case p.touches(op) && p.alongClass(op), !p.repeats(op):
			return false
		}
	}
	return true
}

// alongClass reports whether an operation reduces, scans or concatenates along the class, so that strips depend on each
// other.
func (p *plan) alongClass(op *ir.Operation) bool {
	d, has := p.of[firstOperand(op)]
	return p.closes(op) || p.concatenates(op) || has && op.Is(&tile.Scan) && d == tile.Axis(op)
}

// repeats reports whether an operation of a loop, with those in its regions, may be executed once for each strip. It
// must do the same each time, and must not repeat expensive work on tensors that are not divided.
func (p *plan) repeats(op *ir.Operation) bool {
	same := true
	op.Walk(func(inner *ir.Operation) bool {
		switch inner.Def() {
		case &tile.Load:
			same = same && inner.Inherent(tile.VolatileName) == nil && p.readsElsewhere(inner)
		case &tile.Reduce, &tile.Scan, &tile.Sort, &tile.Histogram, &tile.Dot:
			same = same && p.touches(inner)
		default:
			same = same && (inner.HasTrait(ir.RecursiveMemoryEffects) || ir.HasNoEffect(inner) || statement(inner))
		}
		return same
	})
	return same
}

// readsElsewhere reports whether no operation of the plan's loop writes to the array that a load reads.
func (p *plan) readsElsewhere(load *ir.Operation) bool {
	from := argumentOf(load.Operand(0))
	return from != nil && !slices.ContainsFunc(p.inside, func(op *ir.Operation) bool {
		switch op.Def() {
		case &tile.Store, &tile.AtomicRMW, &tile.AtomicCAS:
			return !distinctArguments(argumentOf(op.Operand(0)), from)
		}
		return false
	})
}

// repeat makes a copy of a loop for the strip.
func (s *strip) repeat(op *ir.Operation) {
	loop := scf.For{Operation: op}
	var inits []*ir.Value
	for _, v := range loop.Inits() {
		inits = append(inits, s.own(v))
	}
	before, outer := maps.Clone(s.to), s.b
	copied := scf.NewFor(s.b, s.own(loop.LowerBound()), s.own(loop.UpperBound()), s.own(loop.Step()), inits,
		func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) (next []*ir.Value) {
			s.b = b
			for i, v := range append([]*ir.Value{iv}, carried...) {
				s.to[loop.Body().Arg(i)] = v
			}
			for inner := range loop.Body().Ops() {
				if s.b.SetLoc(inner.Loc()); !inner.HasTrait(ir.Terminator) {
					s.operation(inner)
					continue
				}
				for _, v := range inner.Operands() {
					next = append(next, s.own(v))
				}
			}
			return next
		})
	copied.SetProperties(op.Properties())
	copied.SetAttrs(op.Attrs())
	s.to, s.b = before, outer
	for i, v := range op.Results() {
		s.to[v] = copied.Result(i)
	}
}

// captured adds to a mapping the strips of the values that the regions of an operation use from outside.
func (s *strip) captured(op *ir.Operation, m *ir.Mapping) {
	op.Walk(func(inner *ir.Operation) bool {
		for _, v := range inner.Operands() {
			if w := s.to[v]; w != nil {
				m.Map(v, w)
			}
		}
		return true
	})
}

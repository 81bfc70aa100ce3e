package stripmine

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
)

// sink finds tensors that only the loop uses and that are too large to keep in registers during the loop, such as the
// undivided operand of a product. They are loaded and computed again for each strip. There they can be divided along
// their own dimensions later.
func (p *plan) sink(l limits) {
	last := p.inside[len(p.inside)-1]
	users := make(map[*ir.Operation]bool)
	for _, op := range p.inside {
		users[op] = true
	}
	for op := last; op != nil; op = op.Prev() {
		if users[op] || !p.inLoop(op, users) {
			continue
		}
		large := slices.ContainsFunc(op.ResultValues(), func(v *ir.Value) bool {
			return perThread(v, l.threads) > l.elements
		})
		if (large || p.onlySunk(op)) && !slices.Contains(p.after, op) && repeatable(op, last) {
			users[op] = true
			p.sunk = append(p.sunk, op)
		}
	}
}

// inLoop reports whether an operation makes tensors that only the operations of users use.
func (p *plan) inLoop(op *ir.Operation, users map[*ir.Operation]bool) bool {
	used := false
	for _, v := range op.Results() {
		if shapeOf(v) == nil {
			return false
		}
		for use := range v.Uses() {
			if used = true; !users[use.Owner()] {
				return false
			}
		}
	}
	return used
}

// onlySunk reports whether all users of an operation are sunk.
func (p *plan) onlySunk(op *ir.Operation) bool {
	for _, v := range op.Results() {
		for use := range v.Uses() {
			if !slices.Contains(p.sunk, use.Owner()) {
				return false
			}
		}
	}
	return true
}

// repeatable reports whether an operation can be executed at the place of a later one, any number of times.
func repeatable(op, last *ir.Operation) bool {
	switch op.Def() {
	case &tile.Reduce, &tile.Scan, &tile.Sort, &tile.Dot, &tile.Histogram: // too expensive
		return false
	case &tile.Load:
		for other := op.Next(); other != last.Next(); other = other.Next() {
			if !ir.HasNoEffect(other) && !apart(other, []*ir.Operation{op}) {
				return false
			}
		}
		return op.Inherent(tile.VolatileName) == nil
	}
	return ir.IsPure(op)
}

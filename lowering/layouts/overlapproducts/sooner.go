package overlapproducts

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// sooner lets a product whose result threads work on begin before one that only adds to a sum, while an earlier product
// still runs:
//
//	o = p * x; begin u += d * x; begin w = transpose(d) * y; wait for w; store w
//
// becomes
//
//	o = p * x; begin w = transpose(d) * y; begin u += d * x; wait for w; store w
//
// While threads store w, tensor cores then work on u, whose left factor is in registers. Otherwise they would work on
// the next iteration's first product, which reads both factors from shared memory, where threads store to. Without an
// earlier product they would have nothing to do while threads exchange the factor of w. sooner reports whether it moved
// w.
func (b *block) sooner() bool {
	n := len(b.products)
	if n < 3 {
		return false
	}
	running, sum, last := b.products[n-3], b.products[n-2], b.products[n-1]
	if b.worksOn(running) || b.worksOn(sum) || !b.worksOn(last) || isConstant(sum.Accumulator()) ||
		isConstant(running.Accumulator()) {
		return false
	}
	moves, ok := b.between(sum.Operation, last)
	if !ok {
		return false
	}
	for _, op := range moves {
		op.MoveBefore(sum.Operation)
	}
	b.products[n-2], b.products[n-1] = last, sum
	return true
}

// between lists the operations behind one that a product needs, and the product, in order. ok is false if one of them
// has effects, or if the product needs the result of the first one.
func (b *block) between(from *ir.Operation, p *product) (moves []*ir.Operation, ok bool) {
	needed := map[*ir.Operation]bool{p.Operation: true}
	for op := p.Operation; op != from; op = op.Prev() {
		if !needed[op] {
			if op.Is(&tilegpu.RingAwait) && p.uses(op.Operand(0)) {
				return nil, false
			}
			continue
		}
		if op != p.Operation && (!ir.IsPure(op) || op.NumRegions() > 0) {
			return nil, false
		}
		for _, v := range op.OperandValues() {
			if d := v.DefiningOp(); d != nil && d.Block() == b.Block {
				needed[d] = true
			}
		}
		moves = append(moves, op)
	}
	slices.Reverse(moves)
	return moves, !needed[from]
}

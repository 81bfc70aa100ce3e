package overlapproducts

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// maxRegisters bounds the registers of a thread for accumulators that live longer than the block, results of products
// that begin together, and left factors in registers of running products. For example, the gradients of attention need
// 224 such registers for heads of 128 columns; ptxas uses 244 in all. With 128 rows and heads of 64 columns they would
// need 256, and ptxas spills.
const maxRegisters = 232

// hoist moves products up. A product goes right after the first product before which everything is ready that it needs.
// Tensor cores then compute it while threads work on the result of that first product. hoist reports whether it moved
// any.
func (b *block) hoist(warps int) (changed bool) {
	words, left := 0, make([]int, len(b.products))
	for i, p := range b.products {
		if !isConstant(p.Accumulator()) {
			words += wordsOf(p.Result(0).Type(), warps)
		}
		if p.LHSInRegisters() {
			left[i] = wordsOf(p.Operand(0).Type(), warps)
		}
	}
	slices.Sort(left)
	for _, n := range left[len(left)-maxRunning:] {
		words += n
	}
	together := make(map[*product]int) // for a product, the registers of all products that begin together with it
	hoisted := make(map[*product]bool)
	for i := 1; i < len(b.products); i++ {
		p := b.products[i]
		needs, ok := b.needs(p)
		if !ok {
			continue
		}
		for j, first := range b.products[:i] {
			size := together[first] + wordsOf(p.Result(0).Type(), warps)
			if together[first] == 0 {
				size += wordsOf(first.Result(0).Type(), warps)
			}
			if !isConstant(first.Accumulator()) || !needs.before(first) || words+size > maxRegisters {
				continue
			}
			together[first] = size
			for hoisted[b.products[j+1]] {
				j++
			}
			hoisted[p] = true
			changed = needs.move(p, b.products[j].Next()) || changed
			b.products = slices.Insert(slices.Delete(b.products, i, i+1), j+1, p)
			break
		}
	}
	return changed
}

// wordsOf returns how many registers of a thread a tensor takes. If warp groups share the columns of a product, each of
// them has a copy of the left factor; wordsOf does not count the copies.
func wordsOf(t ir.Type, warps int) int {
	n, _ := ir.NumElements(t.(*ir.TensorType))
	return int(n) * ir.BitWidth(ir.ElementOrSelf(t)) / 32 / (warps * tilegpu.WarpSize)
}

// needs are the operations of the block that must precede a product.
type needs struct {
	moves []*ir.Operation // those that can move with it, in order: they compute the numbers of tiles, or wait for tiles
	fixed *ir.Operation   // the last one that cannot move; nil if there is none

	carried bool // the product depends on what the previous iteration yields
}

// needs returns what a product needs. ok is false if the product must stay where it is, because its accumulator is not
// a constant.
func (b *block) needs(p *product) (n *needs, ok bool) {
	n = &needs{}
	if !isConstant(p.Accumulator()) {
		return nil, false
	}
	for _, v := range p.OperandValues() {
		b.add(n, v)
	}
	for op := b.First(); op != p.Operation; op = op.Next() {
		if op.Is(&tilegpu.RingAwait) && p.uses(op.Operand(0)) {
			b.add(n, op.Operand(1))
			n.moves = append(n.moves, op)
		}
	}
	found := n.moves
	n.moves = nil
	for op := b.First(); op != p.Operation; op = op.Next() {
		if slices.Contains(found, op) {
			n.moves = append(n.moves, op)
		}
	}
	return n, true
}

// add adds the operations that compute a value.
func (b *block) add(n *needs, v *ir.Value) {
	op := v.DefiningOp()
	if op == nil && slices.Contains(b.Args()[min(1, len(b.Args())):], v) {
		n.carried = true
	}
	if op == nil || op.Block() != b.Block {
		return
	}
	_, isTensor := v.Type().(*ir.TensorType)
	if !ir.IsPure(op) || isTensor && !op.HasTrait(ir.ConstantLike) {
		if n.fixed == nil || n.fixed.IsBefore(op) {
			n.fixed = op
		}
		return
	}
	for _, x := range op.OperandValues() {
		b.add(n, x)
	}
	n.moves = append(n.moves, op)
}

// before reports whether the product can be moved to just after first: all fixed operations come before first, and no
// wait for a tile would move up across a copy to the same ring.
func (n *needs) before(first *product) bool {
	if n.fixed != nil && !n.fixed.IsBefore(first.Operation) {
		return false
	}
	for _, op := range n.moves {
		if !op.Is(&tilegpu.RingAwait) || op.IsBefore(first.Operation) {
			continue
		}
		for c := first.Operation; c != op; c = c.Next() {
			if c.Is(&tilegpu.RingCopy) && tilegpu.BarriersOf(c.Operand(0)) == op.Operand(0) {
				return false
			}
		}
	}
	return true
}

// move moves a product, and what it needs, before an operation, and reports whether that changed anything.
func (n *needs) move(p *product, to *ir.Operation) (changed bool) {
	for _, op := range append(n.moves, p.Operation) {
		switch {
		case op == to:
			to = op.Next()
		case to.IsBefore(op):
			op.MoveBefore(to)
			changed = true
		}
	}
	return changed
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.HasTrait(ir.ConstantLike)
}

package overlap

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// maxSums is how many registers of a thread the sums that a block carries on, and the products that begin together, may
// take.
const maxSums = 200

// hoist moves products up, behind the first one before which everything is there that they need: tensor cores have them
// to do while threads work on the result of that one. It reports whether it moved any.
func (b *block) hoist(warps int) (changed bool) {
	words := 0
	for _, p := range b.products {
		if !isConstant(p.Accumulator()) {
			words += p.words(warps)
		}
	}
	together := make(map[*product]int) // registers of products that begin with one
	hoisted := make(map[*product]bool)
	for i := 1; i < len(b.products); i++ {
		p := b.products[i]
		needs, ok := b.needs(p)
		if !ok {
			continue
		}
		for j, first := range b.products[:i] {
			size := together[first] + p.words(warps)
			if together[first] == 0 {
				size += first.words(warps)
			}
			if j == i-1 || !isConstant(first.Accumulator()) || !needs.before(first) || words+size > maxSums {
				continue
			}
			together[first] = size
			for b.products[j+1] != p && hoisted[b.products[j+1]] {
				j++
			}
			hoisted[p] = true
			needs.move(p, b.products[j].Next())
			b.products = slices.Insert(slices.Delete(b.products, i, i+1), j+1, p)
			changed = true
			break
		}
	}
	return changed
}

// words is how many registers of a thread the result takes.
func (p *product) words(warps int) int {
	n, _ := ir.NumElements(p.Result(0).Type().(*ir.TensorType))
	return int(n) / (warps * tilegpu.WarpSize)
}

// needs is what has to come before a product.
type needs struct {
	moves []*ir.Operation // numbers of tiles, and waits for them, which can move with it, in their order
	fixed *ir.Operation   // the last operation of the block that cannot; nil if there is none
}

// needs returns what a product needs; ok is false if it has to be where it is, because its sum comes from the block.
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
	slices.SortFunc(n.moves, func(x, y *ir.Operation) int {
		switch {
		case x == y:
			return 0
		case x.IsBefore(y):
			return -1
		}
		return 1
	})
	n.moves = slices.Compact(n.moves)
	return n, true
}

// add adds what a value needs.
func (b *block) add(n *needs, v *ir.Value) {
	op := v.DefiningOp()
	if op == nil || op.Block() != b.Block {
		return
	}
	_, isTensor := v.Type().(*ir.TensorType)
	if !ir.IsPure(op) || isTensor && !op.Is(&arith.ConstantOp) {
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

// before reports whether everything that cannot move comes before a product, and no tile that is waited for behind it
// is copied there.
func (n *needs) before(first *product) bool {
	if n.fixed != nil && !n.fixed.IsBefore(first.Operation) {
		return false
	}
	for _, op := range n.moves {
		if !op.Is(&tilegpu.RingAwait) || op.IsBefore(first.Operation) {
			continue
		}
		for c := first.Operation; c != op; c = c.Next() {
			if c.Is(&tilegpu.RingCopy) && c.Operand(0) == op.Operand(0) {
				return false
			}
		}
	}
	return true
}

// move moves a product, and what it needs, before an operation.
func (n *needs) move(p *product, to *ir.Operation) {
	for _, op := range append(n.moves, p.Operation) {
		if to.IsBefore(op) {
			op.MoveBefore(to)
		}
	}
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && op.Is(&arith.ConstantOp)
}

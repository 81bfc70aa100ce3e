package overlapproducts

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// maxRegisters is how many registers of a thread the sums that a block adds to, the products that begin together, and
// left factors in registers of products that run, may take. The gradients of attention take 224 for heads of 128
// columns, of which ptxas makes 244, and would take 256 for 128 rows of heads of 64, which it spills.
const maxRegisters = 232

// hoist moves products up, behind the first one before which everything is there that they need: tensor cores have them
// to do while threads work on the result of that one. It reports whether it moved any.
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
	together := make(map[*product]int) // registers of products that begin with one
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

// wordsOf is how many registers of a thread a tensor takes. A left factor has a copy in each warp group, if they divide
// columns; that is not counted.
func wordsOf(t ir.Type, warps int) int {
	n, _ := ir.NumElements(t.(*ir.TensorType))
	return int(n) * ir.BitWidth(ir.ElementOrSelf(t)) / 32 / (warps * tilegpu.WarpSize)
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
	found := n.moves
	n.moves = nil
	for op := b.First(); op != p.Operation; op = op.Next() {
		if slices.Contains(found, op) {
			n.moves = append(n.moves, op)
		}
	}
	return n, true
}

// add adds what a value needs.
func (b *block) add(n *needs, v *ir.Value) {
	op := v.DefiningOp()
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

package overlapproducts

import (
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
)

// block is a block with several products of rings.
type block struct {
	*ir.Block
	products []*product // in the order of the block
}

// product is a product of rings in a block.
type product struct {
	tilegpu.RingProduct
	wait  *ir.Operation // the operation before which threads wait for the product
	ahead bool          // the product belongs to the next iteration (ahead.go)
}

// maxRunning is how many products run at a time. With more products, accumulators and left factors would occupy
// registers long before they are used.
const maxRunning = 2

// blocks finds the blocks of a kernel whose products may be overlapped.
func blocks(kernel *ir.Operation) (out []*block) {
	seen := make(map[*ir.Block]bool)
	kernel.Walk(func(op *ir.Operation) bool {
		if _, ok := tilegpu.AsRingProduct(op); ok && !seen[op.Block()] {
			seen[op.Block()] = true
			if b := blockOf(op.Block()); b != nil {
				out = append(out, b)
			}
		}
		return true
	})
	return out
}

// blockOf returns a block with its products. It returns nil if the block has fewer than two products, if they are
// asynchronous already, or if their results are used outside of the block. Products with parts of one tile, which one
// instruction can compute, count as one. It also returns nil for products of floats of 8 bits: threads add these to the
// accumulator, so they must wait for them at once.
func blockOf(of *ir.Block) *block {
	b, different := &block{Block: of}, 0
	for op := range of.Ops() {
		if op.Is(&tilegpu.TakeTurn) || op.Is(&tilegpu.PassTurn) {
			return nil
		}
		p, ok := tilegpu.AsRingProduct(op)
		if !ok {
			continue
		}
		if p.IsAsync() || tensorcores.Promotes(p.Tile(0).ElementType()) {
			return nil
		}
		for u := range op.Result(0).Uses() {
			if b.holder(u.Owner()) == nil {
				return nil
			}
		}
		b.products = append(b.products, &product{RingProduct: p})
		if from, _ := p.From(); from == 0 {
			different++
		}
	}
	if different < 2 {
		return nil
	}
	return b
}

// overlap makes the products of a block asynchronous if that gains something, and reports whether it did.
func (b *block) overlap(warps int) bool {
	hoisted := b.hoist(warps)
	sooner := b.sooner()
	ahead := b.ahead(warps)
	if !b.place() && !hoisted && !sooner && !ahead {
		return false
	}
	later := b.later()
	for i, p := range b.products {
		b.await(i, p)
	}
	for _, r := range later {
		r.move(b)
	}
	return true
}

// place decides where threads wait for each product. It reports whether some product begins before the wait for an
// earlier one, so that products overlap.
func (b *block) place() (useful bool) {
	for i, p := range b.products {
		p.wait = b.Terminator()
		for u := range p.Result(0).Uses() {
			p.waitBy(b.holder(u.Owner()))
		}
		if next := i + maxRunning; next < len(b.products) {
			p.waitBy(b.products[next].Operation)
		}
	}
	for i := len(b.products) - 2; i >= 0; i-- { // products end in order: a wait for one includes those before it
		if next := b.products[i+1]; next.wait != b.Terminator() {
			b.products[i].waitBy(next.wait)
		}
	}
	for i, p := range b.products {
		if i+1 < len(b.products) && b.products[i+1].IsBefore(p.wait) {
			useful = true
		}
	}
	return useful
}

// waitBy makes threads wait for a product before op at the latest.
func (p *product) waitBy(op *ir.Operation) {
	if op.IsBefore(p.wait) {
		p.wait = op
	}
}

// holder returns op or its ancestor that is directly in the block; nil if there is none.
func (b *block) holder(op *ir.Operation) *ir.Operation {
	for op != nil && op.Block() != b.Block {
		op = op.Parent()
	}
	return op
}

// await makes product i asynchronous, and inserts the wait for it.
func (b *block) await(i int, p *product) {
	pending := int64(0)
	for _, other := range b.products[i+1:] {
		if other.IsBefore(p.wait) {
			pending++
		}
	}
	p.SetAsync()
	old := p.Result(0)
	at := ir.NewBuilder(p.Context()).Before(p.wait)
	at.SetLoc(p.Loc())
	done := tilegpu.NewRingWait(at, old, pending)
	for u := range old.Uses() {
		if u.Owner() != done.DefiningOp() {
			u.Set(done)
		}
	}
}

// release is a tilegpu.ring_release that must move down, because products that use the tile run longer now.
type release struct {
	op     *ir.Operation
	before *ir.Operation   // it moves to just before this operation, after the waits for the products
	copies []*ir.Operation // copies to the same ring in between, which must stay after the release
}

// later finds the releases that must move down.
func (b *block) later() (out []*release) {
	for op := range b.Ops() {
		if !op.Is(&tilegpu.RingRelease) {
			continue
		}
		r := &release{op: op}
		for _, p := range b.products {
			if p.ahead || !p.IsBefore(op) || !p.uses(op.Operand(0)) || !op.IsBefore(p.wait) {
				continue
			}
			if r.before == nil || r.before.IsBefore(p.wait) {
				r.before = p.wait
			}
		}
		if r.before == nil {
			continue
		}
		for c := op; c != r.before; c = c.Next() {
			if c.Is(&tilegpu.RingCopy) && tilegpu.BarriersOf(c.Operand(0)) == op.Operand(0) {
				r.copies = append(r.copies, c)
			}
		}
		out = append(out, r)
	}
	return out
}

// uses reports whether a factor is a tile of a ring, or of one that shares its barriers.
func (p *product) uses(ring *ir.Value) bool {
	for i := range 2 {
		if v, _ := p.Factor(i); tilegpu.BarriersOf(v) == ring {
			return true
		}
	}
	return false
}

// move moves the release after the waits, and the copies to just before the product that begins next, or before the
// wait for the one that belongs to the next iteration. Most likely the other warp groups have released the tile by
// then, so that the copies need not wait. They stay before a loop that waits for tiles of the ring, such as the loop
// behind the first iteration of a rotated one.
func (r *release) move(b *block) {
	r.op.MoveBefore(r.before)
	at := b.Terminator()
	for _, p := range b.products {
		switch {
		case p.ahead && at == b.Terminator():
			at = at.Prev()
		case !p.ahead && r.op.IsBefore(p.Operation) && p.IsBefore(at):
			at = p.Operation
		}
	}
	for op := r.op; op != at; op = op.Next() {
		if op.NumRegions() > 0 && awaits(op, r.op.Operand(0)) {
			at = op
			break
		}
	}
	if !r.op.IsBefore(at) {
		at = r.op.Next()
	}
	for _, c := range r.copies {
		c.MoveBefore(at)
	}
}

// awaits reports whether an operation in the regions of another one waits for a tile of a ring.
func awaits(op *ir.Operation, ring *ir.Value) (found bool) {
	op.Walk(func(inner *ir.Operation) bool {
		found = found || inner.Is(&tilegpu.RingAwait) && tilegpu.BarriersOf(inner.Operand(0)) == tilegpu.BarriersOf(ring)
		return !found
	})
	return found
}

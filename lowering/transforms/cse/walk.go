package cse

import (
	"fmt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite"
)

// Run eliminates common subexpressions in the regions of op.
func Run(op *ir.Operation) Statistics {
	w := newWalker()
	w.ready = isolatedInside(op)
	for i := range op.NumRegions() {
		w.region(op.Region(i))
	}
	w.eraseDead()
	for _, r := range w.ready {
		w.stats.add(r.stats)
	}
	return w.stats
}

func (s *Statistics) add(t Statistics) {
	s.CSE += t.CSE
	s.DCE += t.DCE
}

// isolated is the result of walking the regions of an operation that is isolated from above.
type isolated struct {
	op      *ir.Operation
	content content
	stats   Statistics
}

// isolatedInside walks, in parallel, the regions of the operations directly inside op that are isolated from above. It
// returns the results in the order of these operations.
func isolatedInside(op *ir.Operation) []isolated {
	var ops []*ir.Operation
	for inner := range op.Nested() {
		if inner.HasTrait(ir.IsolatedFromAbove) {
			inner.Number = uint32(len(ops))
			ops = append(ops, inner)
		}
	}
	found := make([]isolated, len(ops))
	worker := func() func(*ir.Operation) error {
		w := newWalker()
		return func(op *ir.Operation) error {
			at := op.Number
			w.stats = Statistics{}
			found[at] = isolated{op: op, content: w.regionsOf(op)}
			w.eraseDead()
			found[at].stats = w.stats
			return nil
		}
	}
	if err := rewrite.InParallel(ops, op.Context().Workers(), worker); err != nil {
		panic(fmt.Sprintf("cse: workers return no error, but one returned %v", err))
	}
	return found
}

// walker walks the regions of one operation that is isolated from above.
type walker struct {
	table     table
	dominance *ir.Dominance
	inner     *walker // for operations isolated from above
	ready     []isolated
	taken     int // of ready
	dead      []*ir.Operation
	stats     Statistics
	// epoch is incremented by every operation of the current block that may write to memory. Reads in the same epoch
	// read the same values.
	epoch uint32
}

func newWalker() *walker { return &walker{dominance: ir.NewDominance()} }

// content is the hash and the effects of operations and their regions.
type content struct {
	hash    uint32
	effects effects
}

// regionsOf walks the regions of an operation.
func (w *walker) regionsOf(op *ir.Operation) (c content) {
	for i := range op.NumRegions() {
		r := w.region(op.Region(i))
		c.hash = combine(c.hash, r.hash)
		c.effects |= r.effects
	}
	return c
}

// region walks the blocks of a region along the dominator tree, each in a scope of those that dominate it.
func (w *walker) region(r *ir.Region) (c content) {
	if r.IsEmpty() {
		return c
	}
	if r.HasOneBlock() {
		mark := w.table.scope()
		c = w.block(r.Entry(), ir.HasSSADominance(r))
		w.table.leave(mark)
		return c
	}
	var marks []int
	leave := func(depth int) {
		for len(marks) > depth {
			w.table.leave(marks[len(marks)-1])
			marks = marks[:len(marks)-1]
		}
	}
	for b := range r.Blocks() {
		b.Number = 0
	}
	for b, depth := range w.dominance.Preorder(r) {
		b.Number = reached
		leave(depth)
		marks = append(marks, w.table.scope())
		in := w.block(b, true)
		c.hash += in.hash // in any order
		c.effects |= in.effects
	}
	leave(0)
	c.effects |= unreachableEffects(r)
	return c
}

// reached marks, in their Number, the blocks that control can reach.
const reached = 1

// unreachableEffects returns the effects of the blocks that are not marked. Nothing is eliminated in them, since
// operations in unreachable blocks may use their own results. But as upstream, they count for the effects of the
// surrounding operation.
func unreachableEffects(r *ir.Region) (e effects) {
	for b := range r.Blocks() {
		if b.Number == reached {
			continue
		}
		for op := range b.Ops() {
			if !ir.HasNoEffect(op) {
				e |= unknown
			}
		}
	}
	return e
}

func (w *walker) block(b *ir.Block, ordered bool) (c content) {
	outer := w.epoch
	for i, a := range b.Args() {
		a.Number = combine(uint32(i), ir.HashType(a.Type()))
	}
	if !ordered {
		forget(b)
	}
	for op := range b.Ops() {
		h, e := w.operation(op, ordered)
		c.hash = combine(c.hash, h)
		c.effects |= e
	}
	w.epoch = outer
	return c
}

// forget gives all results in a block the same hash: in a graph region, uses may come before definitions.
func forget(b *ir.Block) {
	for op := range b.Ops() {
		for i := range op.NumResults() {
			op.Result(i).Number = 0
		}
	}
}

// operation walks the regions of op, and erases op if it is dead or an equivalent operation is known.
func (w *walker) operation(op *ir.Operation, ordered bool) (hash uint32, e effects) {
	var inside content
	if op.NumRegions() > 0 {
		inside = w.inside(op)
	}
	e = effectsOf(op, inside.effects)
	if e.mayWrite() {
		w.epoch++
	}
	hash = hashOf(op, inside.hash)
	if op.HasTrait(ir.Terminator) {
		return hash, e
	}
	if isDead(op, e) {
		w.stats.DCE++
		w.erase(op, ordered)
		return 0, 0
	}
	if ordered {
		for i := range op.NumResults() {
			op.Result(i).Number = combine(hash, uint32(i))
		}
	}
	op.Number = hash
	if e != none && !readsOnly(op, e) || hasBranches(op) {
		return hash, e
	}
	if known := w.table.find(op); known != nil && (e == none || w.sameMemory(known, op)) {
		if w.replace(op, known.op, ordered) {
			return 0, 0
		}
		return hash, e
	}
	w.table.add(op, w.epoch)
	return hash, e
}

// inside walks the regions of an operation. If it is isolated from above, or may be, its regions see no values from
// outside.
func (w *walker) inside(op *ir.Operation) content {
	if w.taken < len(w.ready) && w.ready[w.taken].op == op {
		w.taken++
		return w.ready[w.taken-1].content
	}
	if op.Def() != nil && !op.HasTrait(ir.IsolatedFromAbove) {
		return w.regionsOf(op)
	}
	if w.inner == nil {
		w.inner = newWalker()
	}
	c := w.inner.regionsOf(op)
	w.inner.eraseDead()
	w.stats.add(w.inner.stats)
	w.inner.stats = Statistics{}
	return c
}

// sameMemory reports whether op reads the same memory contents as the known operation.
func (w *walker) sameMemory(known *entry, op *ir.Operation) bool {
	return known.op.Block() == op.Block() && known.epoch == w.epoch
}

// hasBranches reports whether some region of op has several blocks. As upstream, such operations are not eliminated.
func hasBranches(op *ir.Operation) bool {
	for i := range op.NumRegions() {
		if r := op.Region(i); !r.IsEmpty() && !r.HasOneBlock() {
			return true
		}
	}
	return false
}

// replace replaces the uses of op by those of an equivalent operation. It reports whether op has no uses left and is
// erased. In a graph region, operations that have been visited keep their operands, since the hash table depends on
// them.
func (w *walker) replace(op, known *ir.Operation, ordered bool) bool {
	w.stats.CSE++
	if !known.HasLoc() && op.HasLoc() {
		known.CopyLoc(op)
	}
	unused := true
	for i := range op.NumResults() {
		r := op.Result(i)
		if ordered {
			r.ReplaceAllUsesWith(known.Result(i))
			continue
		}
		r.ReplaceUsesIf(known.Result(i), func(u *ir.Operand) bool {
			return w.table.find(u.Owner()) == nil
		})
		unused = unused && !r.HasUses()
	}
	if unused {
		w.erase(op, ordered)
	}
	return unused
}

// erase erases op. In a graph region it does so at the end, since other operations are yet to be visited.
func (w *walker) erase(op *ir.Operation, ordered bool) {
	if ordered {
		op.Erase()
	} else {
		w.dead = append(w.dead, op)
	}
}

func (w *walker) eraseDead() {
	for i, op := range w.dead {
		op.Erase()
		w.dead[i] = nil
	}
	w.dead = w.dead[:0]
}

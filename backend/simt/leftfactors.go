package simt

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
)

// A product with its left factor in registers reads them until the warp has waited for it. Nothing may write them
// before. Compilers give the registers of a value to other values where no way leads to a use of it. So the wait, or
// something behind it, must use the factor: usually it passes through the wait (tilegpu.await_products).

// noWords stands for the registers of a left factor that is in shared memory.
const noWords slot = -1

// factorWords is the number of registers of a left factor.
const factorWords = 4

// hasProducts reports whether a module has products of warp groups, or waits for them.
func hasProducts(module *ir.Operation) (found bool) {
	module.Walk(func(op *ir.Operation) bool {
		found = found || tilegpu.IsWarpGroupProduct(op) || op.Is(&tilegpu.AwaitProducts)
		return !found
	})
	return found
}

// leftFactors returns the left factors in registers of the products in a function.
func leftFactors(f *ir.Operation) (list []*ir.Value) {
	f.Walk(func(op *ir.Operation) bool {
		if op.Is(&tilegpu.RegisterProduct) {
			list = append(list, op.Operand(0))
		}
		return true
	})
	return list
}

// keptAt returns the first registers of the left factors that a wait, or something behind it, uses.
func (c *compiler) keptAt(wait *ir.Operation) map[slot]bool {
	kept := make(map[slot]bool)
	for _, v := range c.scope.factors {
		if isUsedFrom(v, wait) {
			kept[c.slotOf(v)] = true
		}
	}
	return kept
}

// isUsedFrom reports whether an operation uses a value, or some way leads from the operation to a use without another
// definition of the value.
func isUsedFrom(v *ir.Value, op *ir.Operation) bool {
	in, behind := make(map[*ir.Block]bool), false // blocks with uses, and whether one is behind the operation
	for u := range v.Uses() {
		user := u.Owner()
		if user == op {
			return true
		}
		behind = behind || user.Block() == op.Block() && op.IsBefore(user)
		in[user.Block()] = true
	}
	if def := v.DefiningOp(); def != nil && def.Block() == op.Block() && op.IsBefore(def) {
		return false // the next step of a loop defines it again
	}
	if behind {
		return true
	}
	defined := v.ArgumentOf()
	if defined == nil {
		defined = v.DefiningOp().Block()
	}
	seen, queue := make(map[*ir.Block]bool), []*ir.Block{op.Block()}
	for len(queue) > 0 {
		last := queue[0].Last()
		queue = queue[1:]
		for i := range last.NumSuccessors() {
			next := last.Successor(i)
			if next == defined || seen[next] {
				continue
			}
			if in[next] {
				return true
			}
			seen[next] = true
			queue = append(queue, next)
		}
	}
	return false
}

// readWords notes that a product reads its left factor from registers.
func (w *warp) readWords(p *running) {
	if w.products.readers == nil {
		w.products.readers = make([]*running, w.program.registers)
	}
	for i := range slot(factorWords) {
		w.products.readers[p.words+i] = p
	}
	w.products.withWords++
}

// overwritten returns an error if a register that is about to be written is part of a left factor that a product
// reads. There must have been such products.
func (w *warp) overwritten(s slot) error {
	p := w.products.readers[s]
	if p == nil || p.ended {
		return nil
	}
	return p.misused(fmt.Errorf("%w: word %d of the left factor of a product is written, but the warp has not waited for "+
		"the product", ErrInFlight, s-p.words))
}

// retire ends a product for which the warp waits. kept has the first registers of the left factors that are used from
// here on.
func (w *warp) retire(p *running, kept map[slot]bool) error {
	p.ended = true
	for _, s := range p.reads {
		w.leave(s)
	}
	if p.words == noWords {
		return nil
	}
	w.products.withWords--
	if !kept[p.words] {
		return p.misused(fmt.Errorf("%w: a left factor in registers neither passes through the wait for its product nor is "+
			"used later, so compilers may overwrite it while the product runs", ErrInFlight))
	}
	return nil
}

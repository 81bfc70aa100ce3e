package mem2reg

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// frontier holds the dominance frontier of every block of a region: the blocks where paths through the block meet other
// paths.
type frontier struct {
	of    map[*ir.Block][]*ir.Block
	order map[*ir.Block]int // of the blocks in the region, for results that do not depend on addresses
}

// frontierOf computes the frontiers as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm" (2001).
func frontierOf(r *ir.Region, dom *ir.Dominance) frontier {
	f := frontier{of: make(map[*ir.Block][]*ir.Block), order: make(map[*ir.Block]int)}
	for b := range r.Blocks() {
		f.order[b] = len(f.order)
		if !dom.IsReachable(b) {
			continue
		}
		preds := make(map[*ir.Block]bool)
		for op := range b.Predecessors() {
			preds[op.Block()] = true
		}
		if len(preds) < 2 && !b.IsEntry() {
			continue
		}
		stop := dom.ImmediateDominator(b)
		for pred := range preds {
			for at := pred; at != nil && at != stop && dom.IsReachable(at); at = dom.ImmediateDominator(at) {
				if list := f.of[at]; len(list) == 0 || list[len(list)-1] != b {
					f.of[at] = append(list, b)
				}
			}
		}
	}
	return f
}

// merges returns the blocks, in the order of the region, where different values of the slot meet and are needed.
func (f frontier) merges(s *slot, needed map[*ir.Block]bool) []*ir.Block {
	found := make(map[*ir.Block]bool)
	work := []*ir.Block{s.alloc.Block()}
	for b := range s.users {
		if s.storesIn(b) && b != s.alloc.Block() {
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, m := range f.of[b] {
			if !found[m] && needed[m] {
				found[m] = true
				work = append(work, m)
			}
		}
	}
	merges := make([]*ir.Block, 0, len(found))
	for m := range found {
		merges = append(merges, m)
	}
	slices.SortFunc(merges, func(a, b *ir.Block) int { return f.order[a] - f.order[b] })
	return merges
}

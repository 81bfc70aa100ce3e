package simt

import (
	"iter"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// layOut returns the reachable blocks of a region in a weak topological order (Bourdoncle, "Efficient chaotic iteration
// strategies with widenings"): a block comes after all of its predecessors, except along back edges, and all blocks of
// a loop come before those that follow the loop. So lanes that leave a loop early wait for those that continue it.
func layOut(entry *ir.Block) []*ir.Block {
	reachable := map[*ir.Block]bool{entry: true}
	queue := []*ir.Block{entry}
	for len(queue) > 0 {
		b := queue[0]
		queue = queue[1:]
		for s := range successors(b) {
			if !reachable[s] {
				reachable[s] = true
				queue = append(queue, s)
			}
		}
	}
	return arrange(nil, []*ir.Block{entry}, reachable)
}

func successors(b *ir.Block) iter.Seq[*ir.Block] {
	end := b.Last()
	return func(yield func(*ir.Block) bool) {
		for i := range end.NumSuccessors() {
			if !yield(end.Successor(i)) {
				return
			}
		}
	}
}

// arrange appends the blocks among some that can be reached from heads, component by component. In a component, which
// is a loop, the block through which it is entered comes first.
func arrange(out, heads []*ir.Block, among map[*ir.Block]bool) []*ir.Block {
	for _, c := range slices.Backward(components(heads, among)) {
		entry, rest := c[len(c)-1], c[:len(c)-1]
		out = append(out, entry)
		if len(rest) == 0 {
			continue
		}
		inside := make(map[*ir.Block]bool)
		for _, b := range rest {
			inside[b] = true
		}
		out = arrange(out, slices.Collect(successors(entry)), inside)
	}
	return out
}

// components returns the strongly connected components of the blocks in among that heads reach. Each comes after the
// components that it leads to, and the block that was visited first is its last (Tarjan's algorithm, without
// recursion).
func components(heads []*ir.Block, among map[*ir.Block]bool) [][]*ir.Block {
	t := tarjan{among: among, index: make(map[*ir.Block]int), low: make(map[*ir.Block]int), open: make(map[*ir.Block]bool)}
	for _, head := range heads {
		if among[head] && t.index[head] == 0 {
			t.visit(head)
		}
	}
	return t.components
}

// tarjan is the state of Tarjan's algorithm.
type tarjan struct {
	among      map[*ir.Block]bool
	index, low map[*ir.Block]int
	open       map[*ir.Block]bool
	stack      []*ir.Block
	path       []pathEntry
	components [][]*ir.Block
}

// pathEntry is a block on the path from a head, and the index of its next successor.
type pathEntry struct {
	block *ir.Block
	next  int
}

func (t *tarjan) enter(b *ir.Block) {
	t.index[b] = len(t.index) + 1
	t.low[b], t.open[b] = t.index[b], true
	t.stack, t.path = append(t.stack, b), append(t.path, pathEntry{b, 0})
}

func (t *tarjan) visit(head *ir.Block) {
	t.enter(head)
	for len(t.path) > 0 {
		v := &t.path[len(t.path)-1]
		if end := v.block.Last(); v.next < end.NumSuccessors() {
			s := end.Successor(v.next)
			v.next++
			switch {
			case !t.among[s]:
			case t.index[s] == 0:
				t.enter(s)
			case t.open[s]:
				t.low[v.block] = min(t.low[v.block], t.index[s])
			}
			continue
		}
		t.leave(v.block)
	}
}

// leave ends the visit of a block. If the block was the first of its component, the component is complete.
func (t *tarjan) leave(b *ir.Block) {
	t.path = t.path[:len(t.path)-1]
	if len(t.path) > 0 {
		parent := t.path[len(t.path)-1].block
		t.low[parent] = min(t.low[parent], t.low[b])
	}
	if t.low[b] != t.index[b] {
		return
	}
	at := slices.Index(t.stack, b)
	component := slices.Clone(t.stack[at:])
	slices.Reverse(component)
	for _, c := range component {
		t.open[c] = false
	}
	t.stack = t.stack[:at]
	t.components = append(t.components, component)
}

package uniformity

import "github.com/girih-ir/girih/ir"

// graph is the control flow of a function: its reachable blocks, in reverse postorder, by number. Blocks that end in
// llvm.unreachable are ignored when it is determined where branches meet.
type graph struct {
	function *ir.Operation
	blocks   []*ir.Block
	number   map[*ir.Block]int
	succs    [][]int
	inner    []*cycle // the innermost cycle of each block
	cycles   []*cycle
	meets    []int // by block: the first block on all paths from it to the end; len(blocks) means the end
	// irreducible says that some cycle can be entered in several places.
	irreducible bool
	seen        map[*ir.Operation]Variance // branches that were handled, with the variance at that time
	left        map[*cycle]Variance        // cycles that threads leave in different iterations
	parted      map[int]map[int]bool       // cache of [graph.between]
}

// cycle is a natural loop.
type cycle struct {
	header int
	blocks map[int]bool
	parent *cycle
}

func newGraph(function *ir.Operation, r *ir.Region) *graph {
	g := &graph{function: function, number: make(map[*ir.Block]int), seen: make(map[*ir.Operation]Variance),
		left: make(map[*cycle]Variance), parted: make(map[int]map[int]bool)}
	g.order(r.Entry())
	g.succs = make([][]int, len(g.blocks))
	for i, b := range g.blocks {
		end := b.Last()
		for k := range end.NumSuccessors() {
			g.succs[i] = append(g.succs[i], g.number[end.Successor(k)])
		}
	}
	g.findCycles(r)
	g.findMeetings()
	return g
}

// order numbers the blocks in reverse postorder.
func (g *graph) order(entry *ir.Block) {
	type frame struct {
		b    *ir.Block
		next int
	}
	seen := map[*ir.Block]bool{entry: true}
	stack := []frame{{b: entry}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if end := f.b.Last(); end != nil && f.next < end.NumSuccessors() {
			s := end.Successor(f.next)
			f.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{b: s})
			}
			continue
		}
		g.blocks = append(g.blocks, f.b)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(g.blocks)-1; i < j; i, j = i+1, j-1 {
		g.blocks[i], g.blocks[j] = g.blocks[j], g.blocks[i]
	}
	for i, b := range g.blocks {
		g.number[b] = i
	}
}

// findCycles finds natural loops: a back edge leads to a block that dominates its source.
func (g *graph) findCycles(r *ir.Region) {
	preds := make([][]int, len(g.blocks))
	for i, list := range g.succs {
		for _, s := range list {
			preds[s] = append(preds[s], i)
		}
	}
	d := ir.NewDominance()
	byHeader := make(map[int]*cycle)
	for i, list := range g.succs {
		for _, h := range list {
			if h > i {
				continue
			}
			if !d.BlockDominates(g.blocks[h], g.blocks[i]) {
				g.irreducible = true
				continue
			}
			c := byHeader[h]
			if c == nil {
				c = &cycle{header: h, blocks: map[int]bool{h: true}}
				byHeader[h] = c
			}
			for todo := []int{i}; len(todo) > 0; {
				b := todo[len(todo)-1]
				todo = todo[:len(todo)-1]
				if !c.blocks[b] {
					c.blocks[b] = true
					todo = append(todo, preds[b]...)
				}
			}
		}
	}
	g.inner = make([]*cycle, len(g.blocks))
	for h := range g.blocks { // headers of outer cycles come first
		if c := byHeader[h]; c != nil {
			c.parent = g.inner[h]
			g.cycles = append(g.cycles, c)
			for b := range c.blocks {
				g.inner[b] = c
			}
		}
	}
}

// edge leads from a block to another.
type edge struct{ from, to int }

// findMeetings computes immediate postdominators (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm").
func (g *graph) findMeetings() {
	n := len(g.blocks)
	g.meets = make([]int, n+1)
	for i := range g.meets {
		g.meets[i] = -1
	}
	g.meets[n] = n
	next := make([][]int, n)
	for i := range g.blocks {
		for _, s := range g.succs[i] {
			if !g.isDead(s) {
				next[i] = append(next[i], s)
			}
		}
		if len(g.succs[i]) == 0 && !g.isDead(i) {
			next[i] = []int{n}
		}
	}
	order := g.backwards(next)
	rank := make([]int, n+1)
	for i, b := range order {
		rank[b] = i
	}
	for changed := true; changed; {
		changed = false
		for _, b := range order[1:] {
			best := -1
			for _, s := range next[b] {
				if g.meets[s] < 0 {
					continue
				}
				if best < 0 {
					best = s
					continue
				}
				for x := s; x != best; {
					if rank[x] > rank[best] {
						x = g.meets[x]
					} else {
						best = g.meets[best]
					}
				}
			}
			if best != g.meets[b] {
				g.meets[b], changed = best, true
			}
		}
	}
	for b := range g.blocks {
		if g.meets[b] < 0 { // no path leads to the end
			g.meets[b] = n
		}
	}
}

// backwards lists the end, and the blocks from which it can be reached, in reverse postorder of the reversed graph.
func (g *graph) backwards(next [][]int) (order []int) {
	n := len(g.blocks)
	before := make([][]int, n+1)
	for b, list := range next {
		for _, s := range list {
			before[s] = append(before[s], b)
		}
	}
	seen := make([]bool, n+1)
	type frame struct{ b, next int }
	stack := []frame{{n, 0}}
	seen[n] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next < len(before[f.b]) {
			s := before[f.b][f.next]
			f.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		order = append(order, f.b)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(order)-1; i < j; i, j = i+1, j-1 {
		order[i], order[j] = order[j], order[i]
	}
	return order
}

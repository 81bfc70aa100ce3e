package ir

// Dominance answers which blocks and operations lie on every path from the entry, for the regions of an operation that
// have SSA dominance. It is computed per region on first use and does not follow later changes.
type Dominance struct {
	regions map[*Region]*domTree
}

// NewDominance returns an empty analysis.
func NewDominance() *Dominance { return &Dominance{regions: make(map[*Region]*domTree)} }

// domTree is the dominator tree of one region, after Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm".
type domTree struct {
	index  map[*Block]int // postorder numbers of blocks reachable from the entry
	blocks []*Block       // by postorder number
	idom   []int          // by postorder number
	depth  []int

	// The preorder interval [in, out] of a block covers the blocks that it dominates.
	in, out []int
}

func (d *Dominance) tree(r *Region) *domTree {
	t, ok := d.regions[r]
	if !ok {
		t = buildDomTree(r)
		d.regions[r] = t
	}
	return t
}

func buildDomTree(r *Region) *domTree {
	order := postorder(r)
	t := &domTree{index: make(map[*Block]int, len(order)), blocks: order, idom: make([]int, len(order))}
	for i, b := range order {
		t.index[b] = i
		t.idom[i] = -1
	}
	root := len(order) - 1
	if root < 0 {
		return t
	}
	t.idom[root] = root
	for changed := true; changed; {
		changed = false
		for i := root - 1; i >= 0; i-- {
			best := -1
			for pred := range order[i].Predecessors() {
				p, reachable := t.index[pred.block]
				if !reachable || t.idom[p] < 0 {
					continue
				}
				if best < 0 {
					best = p
				} else {
					best = t.intersect(best, p)
				}
			}
			if t.idom[i] != best {
				t.idom[i] = best
				changed = true
			}
		}
	}
	t.depth = make([]int, len(order))
	for i := root - 1; i >= 0; i-- {
		t.depth[i] = t.depth[t.idom[i]] + 1
	}
	t.number(root)
	return t
}

// number numbers the blocks in preorder. A child has a smaller postorder number than its dominator.
func (t *domTree) number(root int) {
	t.in, t.out = make([]int, root+1), make([]int, root+1)
	size := make([]int, root+1)
	for i := range size {
		size[i]++
		if i != root {
			size[t.idom[i]] += size[i]
		}
	}
	free := make([]int, root+1) // the next number for a child
	free[root] = 1
	t.out[root] = root
	for i := root - 1; i >= 0; i-- {
		parent := t.idom[i]
		t.in[i] = free[parent]
		t.out[i] = t.in[i] + size[i] - 1
		free[parent] += size[i]
		free[i] = t.in[i] + 1
	}
}

func (t *domTree) intersect(a, b int) int {
	for a != b {
		for a < b {
			a = t.idom[a]
		}
		for b < a {
			b = t.idom[b]
		}
	}
	return a
}

// postorder lists the blocks reachable from the entry, without recursion: functions may have any number of blocks.
func postorder(r *Region) []*Block {
	if r.first == nil {
		return nil
	}
	type frame struct {
		block *Block
		next  int
	}
	var order []*Block
	seen := map[*Block]bool{r.first: true}
	stack := []frame{{block: r.first}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		succ := (*Block)(nil)
		if last := top.block.last; last != nil && top.next < last.NumSuccessors() {
			succ = last.Successor(top.next)
			top.next++
		} else {
			order = append(order, top.block)
			stack = stack[:len(stack)-1]
			continue
		}
		if succ != nil && !seen[succ] && succ.region == r {
			seen[succ] = true
			stack = append(stack, frame{block: succ})
		}
	}
	return order
}

// IsReachable reports whether a block can be reached from its region's entry.
func (d *Dominance) IsReachable(b *Block) bool {
	if b.IsEntry() {
		return true
	}
	_, ok := d.tree(b.region).index[b]
	return ok
}

// BlockDominates reports whether every path from the entry to b passes a; both are in one region. A block that cannot
// be reached is dominated by every block.
func (d *Dominance) BlockDominates(a, b *Block) bool {
	if a == b || a.IsEntry() {
		return true
	}
	t := d.tree(b.region)
	j, ok := t.index[b]
	if !ok {
		return true
	}
	i, ok := t.index[a]
	if !ok {
		return false
	}
	return t.in[i] <= t.in[j] && t.in[j] <= t.out[i]
}

// hasSSADominance reports whether the order of operations in r matters.
func hasSSADominance(r *Region) bool {
	return r.owner != nil && r.owner.info.Def != nil && r.owner.info.traits&GraphRegion == 0
}

// ImmediateDominator returns the last block other than b that every path from the entry to b passes; nil for the entry
// and for a block that cannot be reached.
func (d *Dominance) ImmediateDominator(b *Block) *Block {
	t := d.tree(b.region)
	i, ok := t.index[b]
	if !ok || b.IsEntry() {
		return nil
	}
	return t.blocks[t.idom[i]]
}

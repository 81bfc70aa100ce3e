package ir

import "iter"

// Preorder iterates over the reachable blocks of a region in preorder of the dominator tree: each block is followed by
// all blocks that it dominates. The number is the depth of the block in the tree.
func (d *Dominance) Preorder(r *Region) iter.Seq2[*Block, int] {
	return func(yield func(*Block, int) bool) {
		t := d.tree(r)
		order := t.blocks
		if len(order) == 0 {
			return
		}
		first, next := childLists(t.idom)
		stack := []int{len(order) - 1}
		for len(stack) > 0 {
			i := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if !yield(order[i], t.depth[i]) {
				return
			}
			for child := first[i]; child >= 0; child = next[child] {
				stack = append(stack, child)
			}
		}
	}
}

// childLists returns for each node of a dominator tree its first child, and for each child the next one; -1 ends a
// list.
func childLists(idom []int) (first, next []int) {
	first, next = make([]int, len(idom)), make([]int, len(idom))
	for i := range first {
		first[i] = -1
	}
	for i, parent := range idom {
		if i != parent {
			next[i] = first[parent]
			first[parent] = i
		}
	}
	return first, next
}

// HasSSADominance reports whether the order of operations in a region matters. It always does in regions of several
// blocks. It does not in a region of one block if its operation is unregistered or has the trait [GraphRegion].
func HasSSADominance(r *Region) bool { return !r.IsEmpty() && (!r.HasOneBlock() || hasSSADominance(r)) }

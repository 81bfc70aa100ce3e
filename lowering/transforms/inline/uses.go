package inline

import (
	"slices"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/callgraph"
)

// uses counts the references to functions that can be erased once nothing refers to them. Symbols are referenced by
// attributes, which have no use lists.
type uses struct {
	graph *callgraph.Graph
	// counts has the number of references to each function, by index, or stays for functions that must not be erased.
	counts []int
	byUser []held        // by the index of the referring function
	ahead  []*references // by the same index: references found ahead of the function's turn; nil if there are none
}

// references are the uses of symbols in a function.
type references struct {
	uses  []ir.SymbolUse
	known bool // whether these are all references
}

// stays is the count of a function that must not be erased.
const stays = -1

// held is the references from one function to functions that can be erased.
type held struct {
	own   []*callgraph.Node // in the function's own attributes
	inner []reference       // in operations inside it
	at    map[*callgraph.Node]int
}

// reference is a function and the number of references to it.
type reference struct {
	to    *callgraph.Node
	count int
}

// fewReferences is the number of functions up to which a linear search is used.
const fewReferences = 16

// find returns the index of a function in inner, or -1.
func (h *held) find(to *callgraph.Node) int {
	if h.at == nil {
		return slices.IndexFunc(h.inner, func(r reference) bool { return r.to == to })
	}
	if i, ok := h.at[to]; ok {
		return i
	}
	return -1
}

// add adds k references from operations inside.
func (h *held) add(to *callgraph.Node, k int) {
	if i := h.find(to); i >= 0 {
		h.inner[i].count += k
		return
	}
	h.inner = append(h.inner, reference{to, k})
	switch n := len(h.inner); {
	case h.at != nil:
		h.at[to] = n - 1
	case n > fewReferences:
		h.at = make(map[*callgraph.Node]int)
		for i, r := range h.inner {
			h.at[r.to] = i
		}
	}
}

func (h *held) reset() { h.own, h.inner, h.at = h.own[:0], h.inner[:0], nil }

func newUses(root *ir.Operation, g *callgraph.Graph) *uses {
	u := &uses{graph: g, counts: make([]int, len(g.Nodes)), byUser: make([]held, len(g.Nodes)),
		ahead: make([]*references, len(g.Nodes))}
	u.keepAll()
	alive := make(map[*callgraph.Node]bool)
	known := u.table(root, root.Parent() == nil, alive)
	for n := range alive {
		u.counts[n.Index] = stays
	}
	u.lookAhead(g.Nodes)
	for _, n := range g.Nodes {
		known = u.recompute(n) && known
	}
	if !known { // there may be references that are not seen, so nothing may be erased
		u.keepAll()
	}
	return u
}

func (u *uses) keepAll() {
	for i := range u.counts {
		u.counts[i] = stays
	}
}

// table finds, in op and the symbol tables inside it, the functions that can be erased, and the functions that
// operations outside of functions refer to. It reports whether all references are known.
func (u *uses) table(op *ir.Operation, allVisible bool, alive map[*callgraph.Node]bool) (known bool) {
	known = true
	if op.HasTrait(ir.SymbolTable) {
		for inner := range op.Nested() {
			n := u.node(inner)
			if n == nil {
				known = u.referred(inner, func(n *callgraph.Node, _ *ir.Operation) { alive[n] = true }) && known
			} else if ir.IsSymbol(inner) && (ir.IsPrivateSymbol(inner) || allVisible && !ir.IsPublicSymbol(inner)) {
				u.counts[n.Index] = 0
			}
		}
	}
	for inner := range op.Nested() {
		if inner.NumRegions() > 0 {
			visible := allVisible || !ir.IsSymbol(inner) || ir.IsPrivateSymbol(inner)
			known = u.table(inner, visible, alive) && known
		}
	}
	return known
}

func (u *uses) node(op *ir.Operation) *callgraph.Node {
	if r := ir.CallableRegionOf(op); r != nil {
		return u.graph.Node(r)
	}
	return nil
}

// referred calls yield for each reference to a function in op, and reports whether all references are known.
func (u *uses) referred(op *ir.Operation, yield func(n *callgraph.Node, user *ir.Operation)) (known bool) {
	refs := find(op)
	u.resolve(op, refs.uses, yield)
	return refs.known
}

// resolve calls yield for each symbol use in op that refers to a function.
func (u *uses) resolve(op *ir.Operation, uses []ir.SymbolUse, yield func(n *callgraph.Node, user *ir.Operation)) {
	for _, use := range uses {
		if target := u.graph.Symbols().Resolve(op.Parent(), use.Ref); target != nil {
			if n := u.node(target); n != nil {
				yield(n, use.User)
			}
		}
	}
}

// lookAhead finds the references in functions, in parallel. The functions must not change until the references are
// counted.
func (u *uses) lookAhead(nodes []*callgraph.Node) {
	if len(nodes) == 0 {
		return
	}
	const share = 64
	parallel.For(len(nodes), share, nodes[0].Op.Context().Workers(), func(from, to int) {
		for _, n := range nodes[from:to] {
			u.ahead[n.Index] = find(n.Op)
		}
	})
}

func find(op *ir.Operation) *references {
	r := new(references)
	r.known = ir.VisitSymbolUses(op, func(use ir.SymbolUse) bool {
		r.uses = append(r.uses, use)
		return true
	})
	return r
}

// recompute counts the references in a function again, and reports whether all of them are known.
func (u *uses) recompute(n *callgraph.Node) (known bool) {
	u.drop(n)
	refs := u.ahead[n.Index]
	if refs == nil {
		refs = find(n.Op)
	}
	u.ahead[n.Index] = nil
	h := &u.byUser[n.Index]
	u.resolve(n.Op, refs.uses, func(target *callgraph.Node, user *ir.Operation) {
		if u.counts[target.Index] == stays {
			return
		}
		if user != n.Op {
			h.add(target, 1)
		} else if slices.Contains(h.own, target) {
			return
		} else {
			h.own = append(h.own, target)
		}
		u.add(target, 1)
	})
	return refs.known
}

// drop removes the references in a function from the counts.
func (u *uses) drop(n *callgraph.Node) {
	h := &u.byUser[n.Index]
	for _, target := range h.own {
		u.add(target, -1)
	}
	for _, r := range h.inner {
		u.add(r.to, -r.count)
	}
	h.reset()
}

func (u *uses) add(n *callgraph.Node, k int) {
	if u.counts[n.Index] != stays {
		u.counts[n.Index] += k
	}
}

// erase removes a function that is going to be erased.
func (u *uses) erase(n *callgraph.Node) {
	for _, child := range n.Children {
		u.erase(child)
	}
	u.drop(n)
	u.counts[n.Index] = stays
}

// inlined updates the counts after a call was replaced by the body of its callee.
func (u *uses) inlined(c resolved) {
	from := &u.byUser[c.caller.Index]
	u.referred(c.call, func(n *callgraph.Node, _ *ir.Operation) {
		if from.find(n) >= 0 {
			from.add(n, -1)
			u.add(n, -1)
		}
	})
	for _, r := range u.byUser[c.callee.Index].inner {
		from.add(r.to, r.count)
		u.add(r.to, r.count)
	}
}

// isDead reports whether a function can be erased, since nothing refers to it.
func (u *uses) isDead(n *callgraph.Node) bool { return u.counts[n.Index] == 0 }

// isOnlyUse reports whether a function can be erased once one more reference is removed.
func (u *uses) isOnlyUse(n *callgraph.Node) bool { return u.counts[n.Index] == 1 }

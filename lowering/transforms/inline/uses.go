package inline

import (
	"slices"

	"github.com/girih-ir/girih/internal/parallel"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/callgraph"
)

// uses counts the references to functions that may go when nothing refers to them. Symbols are referred to by
// attributes, which keep no lists of uses.
type uses struct {
	graph *callgraph.Graph
	// counts has a count for each function, by index; stays for those that may not go.
	counts []int
	byUser []held        // by the index of the function that refers to others
	ahead  []*references // by the same index: what was found before it counts; nil where nothing was
}

// references are the uses of symbols in a function.
type references struct {
	uses  []ir.SymbolUse
	known bool // that is all
}

// stays is the count of a function that may not go.
const stays = -1

// held is what a function refers to, among those that may go.
type held struct {
	own   []*callgraph.Node // in its own attributes
	inner []reference       // in operations inside
	at    map[*callgraph.Node]int
}

// reference is a function and how often it is referred to.
type reference struct {
	to    *callgraph.Node
	count int
}

// fewReferences is up to how many functions are looked for one by one.
const fewReferences = 16

// find returns where in inner a function is, or -1.
func (h *held) find(to *callgraph.Node) int {
	if h.at == nil {
		return slices.IndexFunc(h.inner, func(r reference) bool { return r.to == to })
	}
	if i, ok := h.at[to]; ok {
		return i
	}
	return -1
}

// add counts k more references from operations inside.
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
	if !known { // there may be references that are not seen: nothing may go
		u.keepAll()
	}
	return u
}

func (u *uses) keepAll() {
	for i := range u.counts {
		u.counts[i] = stays
	}
}

// table notes, in op and the symbol tables inside, which functions may be erased, and which functions are referred to
// by operations outside of functions. It reports whether all references are known.
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

// referred calls yield for each reference to a function in op, and reports whether all are known.
func (u *uses) referred(op *ir.Operation, yield func(n *callgraph.Node, user *ir.Operation)) (known bool) {
	refs := find(op)
	u.resolve(op, refs.uses, yield)
	return refs.known
}

// resolve calls yield for each of the uses in op that is one of a function.
func (u *uses) resolve(op *ir.Operation, uses []ir.SymbolUse, yield func(n *callgraph.Node, user *ir.Operation)) {
	for _, use := range uses {
		if target := u.graph.Symbols().Resolve(op.Parent(), use.Ref); target != nil {
			if n := u.node(target); n != nil {
				yield(n, use.User)
			}
		}
	}
}

// lookAhead finds what functions refer to, in parallel. They must not change until it is counted.
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

// recompute counts again what a function refers to, and reports whether that is all known.
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

// drop forgets what a function refers to.
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

// erase forgets a function that goes.
func (u *uses) erase(n *callgraph.Node) {
	for _, child := range n.Children {
		u.erase(child)
	}
	u.drop(n)
	u.counts[n.Index] = stays
}

// inlined takes note that a call gave way to the body of its callee.
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

// isDead reports whether nothing refers to a function that may go.
func (u *uses) isDead(n *callgraph.Node) bool { return u.counts[n.Index] == 0 }

// isOnlyUse reports whether a function may go when one more reference is dropped.
func (u *uses) isOnlyUse(n *callgraph.Node) bool { return u.counts[n.Index] == 1 }

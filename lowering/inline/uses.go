package inline

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass/analysis/callgraph"
)

// uses counts the references to functions that may go when nothing refers to them. Symbols are referred to by
// attributes, which keep no lists of uses.
type uses struct {
	graph *callgraph.Graph
	// counts has an entry for each function that may go.
	counts map[*callgraph.Node]int
	byUser map[*callgraph.Node]*held
}

// held is what a function refers to, among those that may go.
type held struct {
	own   map[*callgraph.Node]bool // in its own attributes
	inner map[*callgraph.Node]int  // in operations inside
}

func newUses(root *ir.Operation, g *callgraph.Graph) *uses {
	u := &uses{graph: g, counts: make(map[*callgraph.Node]int), byUser: make(map[*callgraph.Node]*held)}
	alive := make(map[*callgraph.Node]bool)
	known := u.table(root, root.Parent() == nil, alive)
	for n := range alive {
		delete(u.counts, n)
	}
	for _, n := range g.Nodes {
		known = u.recompute(n) && known
	}
	if !known {
		clear(u.counts) // there may be references that are not seen: nothing may go
	}
	return u
}

// table notes the functions in op, if it is a symbol table, and inside that may go, and those to which something other
// than functions refers. It reports whether all references are known.
func (u *uses) table(op *ir.Operation, allVisible bool, alive map[*callgraph.Node]bool) (known bool) {
	known = true
	if op.HasTrait(ir.SymbolTable) {
		for inner := range op.Nested() {
			n := u.node(inner)
			if n == nil {
				known = u.referred(inner, func(n *callgraph.Node, _ *ir.Operation) { alive[n] = true }) && known
			} else if ir.IsSymbol(inner) && (ir.IsPrivateSymbol(inner) || allVisible && !ir.IsPublicSymbol(inner)) {
				u.counts[n] = 0
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
	return ir.VisitSymbolUses(op, func(use ir.SymbolUse) bool {
		if target := u.graph.Symbols().Resolve(op.Parent(), use.Ref); target != nil {
			if n := u.node(target); n != nil {
				yield(n, use.User)
			}
		}
		return true
	})
}

// recompute counts again what a function refers to, and reports whether that is all known.
func (u *uses) recompute(n *callgraph.Node) (known bool) {
	u.drop(n)
	h := &held{own: make(map[*callgraph.Node]bool), inner: make(map[*callgraph.Node]int)}
	u.byUser[n] = h
	return u.referred(n.Op, func(target *callgraph.Node, user *ir.Operation) {
		if _, mayGo := u.counts[target]; !mayGo {
			return
		}
		if user != n.Op {
			h.inner[target]++
		} else if h.own[target] {
			return
		} else {
			h.own[target] = true
		}
		u.counts[target]++
	})
}

// drop forgets what a function refers to.
func (u *uses) drop(n *callgraph.Node) {
	h := u.byUser[n]
	if h == nil {
		return
	}
	for target := range h.own {
		u.add(target, -1)
	}
	for target, k := range h.inner {
		u.add(target, -k)
	}
	delete(u.byUser, n)
}

func (u *uses) add(n *callgraph.Node, k int) {
	if have, mayGo := u.counts[n]; mayGo {
		u.counts[n] = have + k
	}
}

// erase forgets a function that goes.
func (u *uses) erase(n *callgraph.Node) {
	for _, child := range n.Children {
		u.erase(child)
	}
	u.drop(n)
	delete(u.counts, n)
}

// inlined takes note that a call gave way to the body of its callee.
func (u *uses) inlined(c resolved) {
	from := u.byUser[c.caller]
	u.referred(c.call, func(n *callgraph.Node, _ *ir.Operation) {
		if _, there := from.inner[n]; there {
			from.inner[n]--
			u.add(n, -1)
		}
	})
	for n, k := range u.byUser[c.callee].inner {
		from.inner[n] += k
		u.add(n, k)
	}
}

// isDead reports whether nothing refers to a function that may go.
func (u *uses) isDead(n *callgraph.Node) bool {
	k, mayGo := u.counts[n]
	return mayGo && k == 0
}

// isOnlyUse reports whether a function may go when one more reference is dropped.
func (u *uses) isOnlyUse(n *callgraph.Node) bool {
	k, mayGo := u.counts[n]
	return mayGo && k == 1
}

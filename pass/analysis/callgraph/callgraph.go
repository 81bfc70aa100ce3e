// Package callgraph computes which functions call which. Start at [New].
package callgraph

import (
	"slices"

	"github.com/girih-ir/girih/ir"
)

// Graph has the functions inside an operation and the calls between them. It does not follow later changes.
type Graph struct {
	// Nodes are the functions with bodies, in the order of the text.
	Nodes []*Node

	byRegion map[*ir.Region]*Node
	tables   ir.SymbolTables
}

// Node is a function with a body.
type Node struct {
	// Index is the index in the graph's Nodes.
	Index int
	// Op is the function, an [ir.Callable]; Region was its body when the graph was computed.
	Op     *ir.Operation
	Region *ir.Region
	// Children are the functions defined inside the body.
	Children []*Node
	// Callees are the functions that the body calls, each once, in the order of the first calls.
	Callees []*Node
	// CallsUnknown says that the body also calls values, or functions without body.
	CallsUnknown bool

	inner bool // a function inside another one
}

// New returns the graph of everything inside root.
func New(root *ir.Operation) *Graph {
	g := &Graph{byRegion: make(map[*ir.Region]*Node)}
	var calls []*ir.Operation
	for _, op := range scan(root) {
		if isCall(op) {
			calls = append(calls, op)
		} else {
			g.add(op)
		}
	}
	called := make([]map[*Node]bool, len(g.Nodes)) // the callees of functions that have many
	for _, op := range calls {
		if n := g.Around(op.ParentRegion()); n != nil {
			n.addCall(g.Callee(op), called)
		}
	}
	return g
}

// add adds the node of a function, after that of the enclosing function.
func (g *Graph) add(op *ir.Operation) {
	n := &Node{Index: len(g.Nodes), Op: op, Region: ir.CallableRegionOf(op)}
	if around := g.Around(op.ParentRegion()); around != nil {
		n.inner = true
		around.Children = append(around.Children, n)
	}
	g.Nodes = append(g.Nodes, n)
	g.byRegion[n.Region] = n
}

// addCall records a call of a function, or of an unknown function. called holds, for callers with many callees, the set
// of their callees.
func (n *Node) addCall(callee *Node, called []map[*Node]bool) {
	const few = 8
	seen := called[n.Index]
	switch {
	case callee == nil:
		n.CallsUnknown = true
		return
	case seen != nil && seen[callee], seen == nil && slices.Contains(n.Callees, callee):
		return
	}
	n.Callees = append(n.Callees, callee)
	switch {
	case seen != nil:
		seen[callee] = true
	case len(n.Callees) > few:
		seen = make(map[*Node]bool)
		for _, c := range n.Callees {
			seen[c] = true
		}
		called[n.Index] = seen
	}
}

func isCall(op *ir.Operation) bool {
	_, ok := ir.InterfaceOf[ir.Call](op)
	return ok
}

// node returns the node of an operation, or nil.
func (g *Graph) node(op *ir.Operation) *Node {
	if r := ir.CallableRegionOf(op); r != nil {
		return g.byRegion[r]
	}
	return nil
}

// Node returns the function whose body is r, or nil.
func (g *Graph) Node(r *ir.Region) *Node { return g.byRegion[r] }

// Around returns the closest function whose body is, or contains, a region; nil if there is none.
func (g *Graph) Around(r *ir.Region) *Node {
	for r != nil {
		if n := g.byRegion[r]; n != nil {
			return n
		}
		r = r.ParentOp().ParentRegion()
	}
	return nil
}

// Callee returns the function that a call runs; nil if it is not known or has no body inside the graph.
func (g *Graph) Callee(call *ir.Operation) *Node {
	c, ok := ir.InterfaceOf[ir.Call](call)
	if !ok {
		return nil
	}
	ref, _ := c.Callee(call)
	if ref == nil {
		return nil
	}
	if op := g.tables.Resolve(call, ref); op != nil {
		return g.node(op)
	}
	return nil
}

// Symbols returns the symbol tables in which the graph looks up callees.
func (g *Graph) Symbols() *ir.SymbolTables { return &g.tables }

// BottomUp returns the strongly connected components of the graph, callees before callers. Each is a function, or
// several functions that call each other. A function counts as calling the functions defined inside it.
func (g *Graph) BottomUp() [][]*Node {
	t := tarjan{number: make([]int, len(g.Nodes)), closed: make([]*Node, 0, len(g.Nodes)),
		components: make([][]*Node, 0, len(g.Nodes))}
	for _, n := range g.Nodes {
		if t.number[n.Index] == 0 && !n.inner {
			t.from(n)
		}
	}
	return t.components
}

// tarjan is the state of Tarjan's algorithm. It is not recursive, since chains of calls may have any length.
type tarjan struct {
	number     []int // by index, from 1; finished for nodes of complete components
	count      int
	path       []frame
	open       []*Node
	closed     []*Node // the components are slices of it, so it is never reallocated
	components [][]*Node
}

const finished = int(^uint(0) >> 1)

// frame is a node whose successors are being visited.
type frame struct {
	node *Node
	next int // the index of the next successor
	low  int // the least number that was reached
}

func (t *tarjan) enter(n *Node) {
	t.count++
	t.number[n.Index] = t.count
	t.open = append(t.open, n)
	t.path = append(t.path, frame{node: n, low: t.count})
}

func (t *tarjan) from(root *Node) {
	for t.enter(root); len(t.path) > 0; {
		top := &t.path[len(t.path)-1]
		if s := top.node.successor(top.next); s != nil {
			top.next++
			if number := t.number[s.Index]; number > 0 {
				top.low = min(top.low, number)
			} else {
				t.enter(s)
			}
			continue
		}
		done := *top
		t.path = t.path[:len(t.path)-1]
		if n := len(t.path); n > 0 {
			t.path[n-1].low = min(t.path[n-1].low, done.low)
		}
		if done.low == t.number[done.node.Index] {
			t.close(done.node)
		}
	}
}

// successor returns child or callee i, or nil after the last one.
func (n *Node) successor(i int) *Node {
	if i < len(n.Children) {
		return n.Children[i]
	}
	if i -= len(n.Children); i < len(n.Callees) {
		return n.Callees[i]
	}
	return nil
}

// close makes the nodes that were entered since n a component.
func (t *tarjan) close(n *Node) {
	first := len(t.closed)
	for {
		last := t.open[len(t.open)-1]
		t.open = t.open[:len(t.open)-1]
		t.number[last.Index] = finished
		t.closed = append(t.closed, last)
		if last == n {
			break
		}
	}
	t.components = append(t.components, t.closed[first:len(t.closed):len(t.closed)])
}

package rewrite

import "github.com/girih-ir/girih/ir"

// New is a value that replaces a result: [Use], [Make] or [Compute].
type New interface {
	check(c *ruleChecker)
	value(m *Match) *ir.Value
}

// useNode is a matched value.
type useNode struct{ name string }

// Use is the value of a name in the matched graph.
func Use(name string) New { return &useNode{name} }

func (n *useNode) value(m *Match) *ir.Value { return m.Value(n.name) }

// MakeNode is the result of a new operation. If a rule uses the node several times, the operation is created once.
type MakeNode struct {
	def      *ir.OpDef
	operands []New
	attrs    []attrNode
	retyped  bool
}

// madeOp is an operation that a rule has created.
type madeOp struct {
	node *MakeNode
	op   *ir.Operation
}

// attrNode sets an attribute of a new operation.
type attrNode struct {
	name  string
	value func(m *Match) ir.Attribute
}

// Make creates an operation of a definition just before the root, with one operand for each declared operand. Its
// result types are inferred, unless [MakeNode.LikeRoot] is used.
func Make(def *ir.OpDef, operands ...New) *MakeNode { return &MakeNode{def: def, operands: operands} }

// With sets an attribute; nil leaves it out.
func (n *MakeNode) With(name string, value func(m *Match) ir.Attribute) *MakeNode {
	n.attrs = append(n.attrs, attrNode{name, value})
	return n
}

// Keeping copies the named attributes of the root to the operation.
func (n *MakeNode) Keeping(names ...string) *MakeNode {
	for _, name := range names {
		n.With(name, func(m *Match) ir.Attribute { return m.root.Inherent(name) })
	}
	return n
}

// LikeRoot gives the operation the result types of the root, for operations such as casts, whose types cannot be
// inferred.
func (n *MakeNode) LikeRoot() *MakeNode {
	n.retyped = true
	return n
}

func (n *MakeNode) value(m *Match) *ir.Value { return n.make(m).Result(0) }

func (n *MakeNode) make(m *Match) *ir.Operation {
	for _, known := range m.made {
		if known.node == n {
			return known.op
		}
	}
	operands := make([]*ir.Value, len(n.operands))
	for i, o := range n.operands {
		operands[i] = o.value(m)
	}
	op := n.build(m, operands)
	m.made = append(m.made, madeOp{n, op})
	return op
}

func (n *MakeNode) build(m *Match, operands []*ir.Value) *ir.Operation {
	var attrs []ir.NamedAttr
	for _, a := range n.attrs {
		if v := a.value(m); v != nil {
			attrs = append(attrs, ir.NamedAttr{Name: a.name, Value: v})
		}
	}
	if !n.retyped {
		return m.rw.Build(n.def, operands, attrs...)
	}
	st := m.rw.State(n.def)
	st.Operands = append(st.Operands, operands...)
	st.Types = append(st.Types, m.root.ResultTypes()...)
	for _, a := range attrs {
		st.AddAttr(a.Name, a.Value)
	}
	return m.rw.Create(st)
}

// Result is a result of the new operation other than the first.
func (n *MakeNode) Result(i int) New { return &resultNode{n, i} }

type resultNode struct {
	of    *MakeNode
	index int
}

func (n *resultNode) value(m *Match) *ir.Value { return n.of.make(m).Result(n.index) }

// computeNode is a value that a function returns.
type computeNode struct {
	f func(m *Match, rw *Rewriter) *ir.Value
}

// Compute is the value that f returns, such as a constant that f creates. f must not return nil, and must not change
// existing IR.
func Compute(f func(m *Match, rw *Rewriter) *ir.Value) New { return &computeNode{f} }

func (n *computeNode) value(m *Match) *ir.Value { return n.f(m, m.rw) }

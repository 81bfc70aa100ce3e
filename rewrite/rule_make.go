package rewrite

import "github.com/girih-ir/girih/ir"

// New is a value that replaces a result: [Use], [Make] or [Compute].
type New interface {
	check(c *ruleChecker)
	value(m *Match) *ir.Value
}

// useNode is a value that was found.
type useNode struct{ name string }

// Use is the value of a name in the matched graph.
func Use(name string) New { return &useNode{name} }

func (n *useNode) value(m *Match) *ir.Value { return m.Value(n.name) }

// MakeNode is the result of a new operation. Used several times, it is made once.
type MakeNode struct {
	def      *ir.OpDef
	operands []New
	attrs    []attrNode
}

// attrNode sets an attribute of a new operation.
type attrNode struct {
	name  string
	value func(m *Match) ir.Attribute
}

// Make creates an operation of a definition, with an operand for each that it declares, just before the root. Its
// result types are inferred.
func Make(def *ir.OpDef, operands ...New) *MakeNode { return &MakeNode{def: def, operands: operands} }

// With sets an attribute; one that is nil is left out.
func (n *MakeNode) With(name string, value func(m *Match) ir.Attribute) *MakeNode {
	n.attrs = append(n.attrs, attrNode{name, value})
	return n
}

func (n *MakeNode) value(m *Match) *ir.Value { return n.make(m).Result(0) }

func (n *MakeNode) make(m *Match) *ir.Operation {
	if op := m.made[n]; op != nil {
		return op
	}
	operands := make([]*ir.Value, len(n.operands))
	for i, o := range n.operands {
		operands[i] = o.value(m)
	}
	var attrs []ir.NamedAttr
	for _, a := range n.attrs {
		if v := a.value(m); v != nil {
			attrs = append(attrs, ir.NamedAttr{Name: a.name, Value: v})
		}
	}
	op := m.rw.Build(n.def, operands, attrs...)
	if m.made == nil {
		m.made = make(map[*MakeNode]*ir.Operation)
	}
	m.made[n] = op
	return op
}

// Result is a result of the new operation other than the first.
func (n *MakeNode) Result(i int) New { return &resultNode{n, i} }

type resultNode struct {
	of    *MakeNode
	index int
}

func (n *resultNode) value(m *Match) *ir.Value { return n.of.make(m).Result(n.index) }

// computeNode is a value that a function makes.
type computeNode struct {
	f func(m *Match, rw *Rewriter) *ir.Value
}

// Compute is a value that f returns, such as a constant that it creates; it must not return nil, nor change anything
// that is there already.
func Compute(f func(m *Match, rw *Rewriter) *ir.Value) New { return &computeNode{f} }

func (n *computeNode) value(m *Match) *ir.Value { return n.f(m, m.rw) }

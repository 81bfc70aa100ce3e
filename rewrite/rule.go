package rewrite

import (
	"errors"
	"fmt"

	"github.com/girih-ir/girih/ir"
)

// Rule is a pattern in declarative form: a small graph of operations to match, conditions, and the values that replace
// the results of its root. [Rule.Pattern] checks it and turns it into a [Pattern].
//
//	rewrite.Rule{
//		Name:    "AddIOfSubI",                      // (x - y) + y = x
//		Match:   rewrite.Op(&arith.AddI, rewrite.Op(&arith.SubI, rewrite.Any("x"), rewrite.Any("y")), rewrite.Any("y")),
//		Replace: []rewrite.New{rewrite.Use("x")},
//	}
//
// A name that occurs more than once in Match stands for the same value.
type Rule struct {
	Name    string
	Benefit int
	// Match is the graph to match; the root of the pattern is its outermost operation.
	Match *OpNode
	// Where lists conditions on the match. All must hold.
	Where []func(m *Match) bool
	// Replace gives a value for each result of the root.
	Replace []New
}

// Node is a requirement on an operand: [Op], [Any] or [Constant]. Rules may share nodes.
type Node interface {
	compile(c *ruleChecker) matcher
}

// OpNode requires a value to be the result of an operation.
type OpNode struct {
	def      *ir.OpDef
	operands []Node
	result   int
	name     string
	oneUse   bool
}

// Op requires a value to be the first result of an operation of a definition; [OpNode.Result] asks for another one. It
// takes a requirement for each operand that the definition declares.
func Op(def *ir.OpDef, operands ...Node) *OpNode { return &OpNode{def: def, operands: operands} }

// Result requires a value to be the result of that number of the operation. The root of a rule is an operation, of
// which all results are replaced.
func (n *OpNode) Result(i int) *OpNode {
	n.result = i
	return n
}

// As names the operation, so that conditions and replacements can refer to it.
func (n *OpNode) As(name string) *OpNode {
	n.name = name
	return n
}

// OneUse requires that the operation's result has no uses outside the matched graph.
func (n *OpNode) OneUse() *OpNode {
	n.oneUse = true
	return n
}

// anyNode matches any value, and gives it a name.
type anyNode struct {
	name     string
	constant bool
}

// Any matches any value and names it.
func Any(name string) Node { return &anyNode{name: name} }

// Constant matches any constant, and names it.
func Constant(name string) Node { return &anyNode{name: name, constant: true} }

// Match holds what a rule has matched, for its conditions and replacements. Asking for a name that the rule does not
// bind panics, since [Rule.Pattern] cannot check the code of functions. A Match is valid until the function returns.
type Match struct {
	rule *checkedRule
	rw   *Rewriter
	captures
	made []madeOp
}

// Root returns the outermost operation.
func (m *Match) Root() *ir.Operation { return m.root }

// Value returns the value bound to a name.
func (m *Match) Value(name string) *ir.Value { return m.values[m.rule.slot(name, false)] }

// Attr returns the value of the constant bound to a name.
func (m *Match) Attr(name string) ir.Attribute { return ir.ConstantOf(m.Value(name)) }

// Op returns the operation bound to a name.
func (m *Match) Op(name string) *ir.Operation { return m.ops[m.rule.slot(name, true)] }

// Pattern checks the rule and returns its pattern. The error wraps [ErrPattern] and lists all mistakes: numbers of
// operands or results that differ from the definitions, names that are not bound or are bound to different kinds of
// things, and features that rules do not support, such as variadic operands.
func (r Rule) Pattern() (*Pattern, error) {
	if r.Match == nil {
		return nil, fmt.Errorf("%w: rule %q matches nothing", ErrPattern, r.Name)
	}
	c := &ruleChecker{slots: make(map[string]binding), root: r.Match.def}
	root := r.Match.compileOp(c)
	c.results(r.Match.def, r.Replace)
	for i, n := range r.Replace {
		if n == nil {
			c.errorf("replacement %d is nil", i)
			continue
		}
		n.check(c)
	}
	if len(c.slots) > maxCaptures {
		c.errorf("%d names are more than the %d that a rule may have", len(c.slots), maxCaptures)
	}
	if len(c.errs) > 0 {
		return nil, fmt.Errorf("%w: rule %q: %w", ErrPattern, r.Name, errors.Join(c.errs...))
	}
	checked := &checkedRule{Rule: r, root: root, slots: c.slots}
	return &Pattern{Name: r.Name, Root: r.Match.def, Benefit: r.Benefit, Rewrite: checked.rewrite}, nil
}

// MustPattern is [Rule.Pattern] for rules that are written down in code; it panics on an error.
func (r Rule) MustPattern() *Pattern {
	p, err := r.Pattern()
	if err != nil {
		panic(err)
	}
	return p
}

// checkedRule is a rule without mistakes, with a slot for each name.
type checkedRule struct {
	Rule
	root  *opMatcher
	slots map[string]binding
}

func (r *checkedRule) slot(name string, op bool) int {
	b, ok := r.slots[name]
	if !ok || b.op != op {
		panic(fmt.Sprintf("rewrite: rule %q binds no such thing as %q", r.Name, name))
	}
	return b.slot
}

func (r *checkedRule) rewrite(rw *Rewriter, op *ir.Operation) bool {
	m := &rw.match // allocating one for each attempt would cost more than most attempts
	m.rule, m.rw, m.root, m.made = r, rw, op, m.made[:0]
	clear(m.values[:len(r.slots)])
	if !r.root.matchOp(op, &m.captures) {
		return false
	}
	for _, holds := range r.Where {
		if !holds(m) {
			return false
		}
	}
	values := make([]*ir.Value, len(r.Replace))
	for i, n := range r.Replace {
		values[i] = n.value(m)
	}
	rw.Replace(op, values...)
	return true
}

package rewrite

import "github.com/girih-ir/girih/ir"

// matcher is a [Node] of a checked rule.
type matcher interface {
	match(v *ir.Value, m *captures) bool
}

// maxCaptures bounds the names in a rule.
const maxCaptures = 16

// captures holds what a rule has matched, by slot.
type captures struct {
	root   *ir.Operation
	values [maxCaptures]*ir.Value
	ops    [maxCaptures]*ir.Operation
}

// opMatcher matches the result of an operation.
type opMatcher struct {
	def      *ir.OpDef
	operands []matcher
	result   int
	slot     int // -1 without a name
	oneUse   bool
}

// match rejects the root as its own operand, which is possible where values depend on themselves. The replacement would
// match again, without end.
func (o *opMatcher) match(v *ir.Value, m *captures) bool {
	op := v.DefiningOp()
	return op != nil && op != m.root && op.Is(o.def) && v.Index() == o.result && (!o.oneUse || v.HasOneUse()) &&
		o.matchOp(op, m)
}

// matchOp matches the operands of an operation whose name is right.
func (o *opMatcher) matchOp(op *ir.Operation, m *captures) bool {
	if o.slot >= 0 {
		m.ops[o.slot] = op
	}
	for i, operand := range o.operands {
		if !operand.match(op.Operand(i), m) {
			return false
		}
	}
	return true
}

// valueMatcher matches any value, or any constant. If its name is already bound, it matches only the bound value.
type valueMatcher struct {
	slot     int
	constant bool
}

func (a *valueMatcher) match(v *ir.Value, m *captures) bool {
	if known := m.values[a.slot]; known != nil {
		return known == v
	}
	if a.constant && ir.ConstantOf(v) == nil {
		return false
	}
	m.values[a.slot] = v
	return true
}

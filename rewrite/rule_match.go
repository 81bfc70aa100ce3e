package rewrite

import "github.com/girih-ir/girih/ir"

// matcher is a [Node] of a checked rule.
type matcher interface {
	match(v *ir.Value, m *captures) bool
}

// maxCaptures bounds the names in a rule.
const maxCaptures = 16

// captures is what a rule has found, by slot.
type captures struct {
	root   *ir.Operation
	values [maxCaptures]*ir.Value
	ops    [maxCaptures]*ir.Operation
}

// opMatcher matches the result of an operation.
type opMatcher struct {
	def      *ir.OpDef
	operands []matcher
	slot     int // -1 without a name
	oneUse   bool
}

// match takes no operation that is its own operand, as there may be where values depend on themselves: what replaces it
// would match again, without end.
func (o *opMatcher) match(v *ir.Value, m *captures) bool {
	op := v.DefiningOp()
	return op != nil && op != m.root && op.Is(o.def) && (!o.oneUse || v.HasOneUse()) && o.matchOp(op, m)
}

// matchOp matches the operands of an operation that is the right one.
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

// valueMatcher matches any value, or any constant, but always the same one.
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

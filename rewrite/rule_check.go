package rewrite

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/ir"
)

// binding is the slot of a name and the kind of thing that it is bound to.
type binding struct {
	slot         int
	op, constant bool
}

// ruleChecker collects the mistakes in a rule, and assigns slots to names.
type ruleChecker struct {
	slots map[string]binding
	root  *ir.OpDef
	errs  []error
	open  []*MakeNode // nodes being checked, to find a node that is its own operand
}

func (c *ruleChecker) errorf(format string, args ...any) {
	c.errs = append(c.errs, fmt.Errorf(format, args...))
}

// bind assigns a slot to a name.
func (c *ruleChecker) bind(name string, b binding) int {
	known, ok := c.slots[name]
	switch {
	case name == "":
		c.errorf("a value without a name")
	case !ok:
		b.slot = len(c.slots)
		c.slots[name] = b
		return b.slot
	case known.op && b.op:
		c.errorf("two operations are named %q", name)
	case known.op != b.op:
		c.errorf("%q names both an operation and a value", name)
	case known.constant != b.constant:
		c.errorf("%q is a constant in one place and any value in another", name)
	}
	return known.slot
}

func (n *OpNode) compile(c *ruleChecker) matcher { return n.compileOp(c) }

func (n *OpNode) compileOp(c *ruleChecker) *opMatcher {
	o := &opMatcher{def: n.def, result: n.result, slot: -1, oneUse: n.oneUse}
	if n.def == nil {
		c.errorf("an operation without a definition")
		return o
	}
	if n.name != "" {
		o.slot = c.bind(n.name, binding{op: true})
	}
	if n.result < 0 || fixed(n.def.Results) && n.result > 0 && n.result >= len(n.def.Results) {
		c.errorf("%s has no result %d", n.def.Name, n.result)
	}
	c.operands(n.def, len(n.operands))
	for i, operand := range n.operands {
		if operand == nil {
			c.errorf("operand %d of %s is nil", i, n.def.Name)
			continue
		}
		o.operands = append(o.operands, operand.compile(c))
	}
	return o
}

func (n *anyNode) compile(c *ruleChecker) matcher {
	return &valueMatcher{slot: c.bind(n.name, binding{constant: n.constant}), constant: n.constant}
}

// operands checks the number of operands of an operation, which must be fixed.
func (c *ruleChecker) operands(def *ir.OpDef, n int) {
	if !fixed(def.Operands) {
		c.errorf("%s has optional or variadic operands", def.Name)
	} else if n != len(def.Operands) {
		c.errorf("%s has %d operands, not %d", def.Name, len(def.Operands), n)
	}
}

// results checks that there is one replacement for each result.
func (c *ruleChecker) results(def *ir.OpDef, list []New) {
	if def == nil {
		return
	}
	if !fixed(def.Results) {
		c.errorf("%s has optional or variadic results", def.Name)
	} else if len(list) != len(def.Results) {
		c.errorf("%s has %d results, but %d replacements are given", def.Name, len(def.Results), len(list))
	}
}

func fixed(values []ir.ValueDef) bool {
	return !slices.ContainsFunc(values, func(v ir.ValueDef) bool { return v.Arity != ir.One })
}

func (n *useNode) check(c *ruleChecker) {
	if b, ok := c.slots[n.name]; !ok {
		c.errorf("nothing is named %q", n.name)
	} else if b.op {
		c.errorf("%q names an operation, not a value", n.name)
	}
}

func (n *MakeNode) check(c *ruleChecker) { n.checkResult(c, 0) }

func (n *MakeNode) checkResult(c *ruleChecker, index int) {
	if n.def == nil {
		c.errorf("a new operation without a definition")
		return
	}
	if slices.Contains(c.open, n) {
		c.errorf("the new %s is an operand of itself", n.def.Name)
		return
	}
	if !fixed(n.def.Results) || index >= len(n.def.Results) {
		c.errorf("%s has no result %d", n.def.Name, index)
	}
	if n.retyped && c.root != nil && len(n.def.Results) != len(c.root.Results) {
		c.errorf("the new %s has %d results, and cannot have the types of those of %s", n.def.Name, len(n.def.Results),
			c.root.Name)
	}
	c.operands(n.def, len(n.operands))
	c.open = append(c.open, n)
	for i, o := range n.operands {
		if o == nil {
			c.errorf("operand %d of the new %s is nil", i, n.def.Name)
			continue
		}
		o.check(c)
	}
	c.open = c.open[:len(c.open)-1]
	for _, a := range n.attrs {
		if a.value == nil {
			c.errorf("attribute %q of the new %s has no value", a.name, n.def.Name)
		}
	}
}

func (n *resultNode) check(c *ruleChecker) { n.of.checkResult(c, n.index) }

func (n *computeNode) check(c *ruleChecker) {
	if n.f == nil {
		c.errorf("a computed value without a function")
	}
}

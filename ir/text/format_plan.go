package text

import (
	"github.com/girih-ir/girih/ir"
)

// finish completes the list of elided attributes and plans how to find each type.
func (c *formatCompiler) finish() {
	f := c.format
	if c.def.Elided != nil || c.def.OptionalTypes {
		f.colon, f.arrow = lastLiteral(f.elems, ":"), lastLiteral(f.elems, "->")
		if c.def.Elided == nil {
			f.arrow = len(f.elems)
		}
		if f.colon <= 0 || f.arrow < f.colon {
			c.fail("types that texts may leave out are the last ones, as ':' types '->' types")
		}
	}
	if c.def.Traits&ir.AttrSizedOperandSegments != 0 {
		f.elide = append(f.elide, ir.OperandSegments)
	}
	if c.def.Traits&ir.AttrSizedResultSegments != 0 {
		f.elide = append(f.elide, ir.ResultSegments)
	}
	operands := len(c.def.Operands)
	f.plan = make([]typeSource, operands+len(c.def.Results))
	for i := range f.plan {
		decl := c.format.declared(i)
		switch {
		case c.typed[i]:
			f.plan[i] = typeSource{kind: sourceText}
		case decl.Type.Build != nil:
			f.plan[i] = typeSource{kind: sourceBuild, build: decl}
		}
	}
	for c.planStep() {
	}
	for i := range f.plan {
		if f.plan[i].kind != sourceNone {
			continue
		}
		if i >= operands && c.def.InferTypes != nil {
			f.plan[i].kind = sourceHook
			f.inferred = true
			continue
		}
		c.fail("nothing gives the type of %q", c.format.declared(i).Name)
	}
}

// declared returns the operand or result of plan entry i.
func (f *format) declared(i int) *ir.ValueDef {
	def := f.info.Def
	if i < len(def.Operands) {
		return &def.Operands[i]
	}
	return &def.Results[i-len(def.Operands)]
}

// planStep finds the types of more plan entries by rules and traits, and reports whether it found any.
func (c *formatCompiler) planStep() bool {
	plan, operands := c.format.plan, len(c.def.Operands)
	known := func(i int) bool { return plan[i].kind != sourceNone }
	for k := range c.def.TypeRules {
		rule := &c.def.TypeRules[k]
		from, to := c.planIndex(rule.From), c.planIndex(rule.To)
		switch {
		case to >= 0 && !known(to) && from >= 0 && known(from):
			plan[to] = typeSource{kind: sourceRule, from: from, rule: rule}
			return true
		case to >= 0 && !known(to) && from < 0:
			plan[to] = typeSource{kind: sourceAttr, attr: rule.From, rule: rule}
			return true
		case to >= 0 && known(to) && from >= 0 && !known(from) && rule.Map == nil && rule.MapAll == nil:
			plan[from] = typeSource{kind: sourceRule, from: to}
			return true
		}
	}
	limit := 0
	switch {
	case c.def.Traits&ir.SameOperandsAndResultType != 0:
		limit = len(plan)
	case c.def.Traits&ir.SameTypeOperands != 0:
		limit = operands
	}
	for from := range limit {
		if !known(from) {
			continue
		}
		for to := range limit {
			if !known(to) {
				plan[to] = typeSource{kind: sourceRule, from: from}
				return true
			}
		}
		break
	}
	return false
}

func (c *formatCompiler) planIndex(name string) int {
	for i := range c.format.plan {
		if c.format.declared(i).Name == name {
			return i
		}
	}
	return -1
}

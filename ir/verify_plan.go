package ir

// checkPlan holds what the verifier derives from a definition, once for all operations of that definition.
type checkPlan struct {
	operands, results, regions, successors count

	rules      []boundRule
	symbolUser SymbolUser
	cast       Cast
	// operandGroups and resultGroups say that some declared operand or result stands for a number of values other than
	// one.
	operandGroups, resultGroups bool
}

// count is the allowed number of operands, results, regions or successors: exactly least, or at least that many.
type count struct {
	least int
	open  bool
}

func (c count) admits(n int) bool { return n == c.least || c.open && n > c.least }

// boundRule is a [TypeRule] whose names have been looked up.
type boundRule struct {
	*TypeRule
	from, to ruleEnd
}

type endKind uint8

const (
	endOperand endKind = iota
	endResult
	endAttr
)

// ruleEnd names operands, results or an attribute by their declaration.
type ruleEnd struct {
	kind  endKind
	index int
}

func newCheckPlan(def *OpDef) checkPlan {
	plan := checkPlan{
		operands:   countValues(def.Operands),
		results:    countValues(def.Results),
		regions:    count{least: len(def.Regions)},
		successors: count{least: len(def.Successors)},
	}
	plan.operandGroups, plan.resultGroups = plan.operands.open, plan.results.open
	for _, r := range def.Regions {
		if r.Variadic {
			plan.regions = count{least: plan.regions.least - 1, open: true}
		}
	}
	for _, s := range def.Successors {
		if s.Variadic {
			plan.successors = count{least: plan.successors.least - 1, open: true}
		}
	}
	for i := range def.TypeRules {
		rule := &def.TypeRules[i]
		plan.rules = append(plan.rules, boundRule{rule, findEnd(def, rule.From), findEnd(def, rule.To)})
	}
	for _, impl := range def.Interfaces {
		if user, ok := impl.(SymbolUser); ok {
			plan.symbolUser = user
		}
		if cast, ok := impl.(Cast); ok {
			plan.cast = cast
		}
	}
	return plan
}

func countValues(defs []ValueDef) (c count) {
	for _, d := range defs {
		if d.Arity == One {
			c.least++
		} else {
			c.open = true
		}
	}
	return c
}

func findEnd(def *OpDef, name string) ruleEnd {
	for i := range def.Operands {
		if def.Operands[i].Name == name {
			return ruleEnd{endOperand, i}
		}
	}
	for i := range def.Results {
		if def.Results[i].Name == name {
			return ruleEnd{endResult, i}
		}
	}
	for i := range def.Attrs {
		if def.Attrs[i].Name == name {
			return ruleEnd{endAttr, i}
		}
	}
	return ruleEnd{endAttr, -1}
}

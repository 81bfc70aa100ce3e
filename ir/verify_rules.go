package ir

// verifyRules checks the type rules of a definition.
func verifyRules(op *Operation, info *OpInfo) error {
	for i := range info.plan.rules {
		rule := &info.plan.rules[i]
		if !rule.holds(op) {
			return op.Errorf("failed to verify that %s", rule.Summary)
		}
	}
	return nil
}

func verifyPredicates(op *Operation, def *OpDef) error {
	for i := range def.Predicates {
		if p := &def.Predicates[i]; !p.Holds(op) {
			return op.Errorf("failed to verify that %s", p.Summary)
		}
	}
	return nil
}

func (r *boundRule) holds(op *Operation) bool {
	fromStart, fromEnd := r.from.span(op)
	toStart, toEnd := r.to.span(op)
	if r.MapAll != nil {
		return fromEnd == fromStart || r.mapsOnto(op, r.from.typeAt(op, fromStart), toStart, toEnd)
	}
	n := fromEnd - fromStart
	if n == 0 || n != toEnd-toStart {
		return true // one side is absent
	}
	for k := range n {
		want := r.from.typeAt(op, fromStart+k)
		if r.Map != nil {
			want = r.Map(op.info.ctx, want)
		}
		if want != r.to.typeAt(op, toStart+k) {
			return false
		}
	}
	return true
}

// mapsOnto reports whether the values [start, end) have the types that MapAll derives.
func (r *boundRule) mapsOnto(op *Operation, from Type, start, end int) bool {
	want := r.MapAll(op.info.ctx, from)
	if len(want) != end-start {
		return false
	}
	for k, t := range want {
		if r.to.typeAt(op, start+k) != t {
			return false
		}
	}
	return true
}

// span returns the range of operands or results that e names. For an attribute it has length one if the attribute has a
// type.
func (e ruleEnd) span(op *Operation) (from, to int) {
	switch e.kind {
	case endOperand:
		if op.info.plan.operandGroups {
			return op.Group(e.index)
		}
		return e.index, e.index + 1
	case endResult:
		if op.info.plan.resultGroups {
			return op.ResultGroup(e.index)
		}
		return e.index, e.index + 1
	}
	if e.attr(op) == nil {
		return 0, 0
	}
	return 0, 1
}

func (e ruleEnd) attr(op *Operation) TypedAttr {
	if e.index < 0 {
		return nil
	}
	a, _ := op.Inherent(op.info.Def.Attrs[e.index].Name).(TypedAttr)
	return a
}

func (e ruleEnd) typeAt(op *Operation, i int) Type {
	switch e.kind {
	case endOperand:
		return op.operands()[i].value.typ
	case endResult:
		return op.results()[i].typ
	}
	return e.attr(op).Type()
}

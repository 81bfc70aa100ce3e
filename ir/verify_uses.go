package ir

// uses checks that the definitions of the values that op uses are visible to it, and records the first that is not.
func (v *verifier) uses(op *Operation) {
	for i := range op.operands() {
		value := op.operands()[i].value
		if value == nil {
			return
		}
		if def := value.op(); def != nil {
			if def.block == op.block && def.order < op.order {
				continue
			}
		} else if value.block() == op.block && value.block() != nil {
			continue
		}
		v.farUse(op, i, value)
		if v.misuse != nil {
			return
		}
	}
}

// farUse checks a use of a value that is not defined earlier in the same block.
func (v *verifier) farUse(op *Operation, i int, value *Value) {
	b := value.ParentBlock()
	if b == nil || b.region == nil {
		v.misuse = misuse(op, i, value)
		return
	}
	at, found := v.ancestorIn(op, b.region)
	if !found && v.leaves(b.region) {
		if v.crossing == nil && v.root.info.traits&IsolatedFromAbove != 0 {
			v.crossing = op.Errorf("using value defined outside the region").
				Note(v.root.Loc(), "required by region isolation constraints")
		}
		return
	}
	if found && v.visible(value, b, at, op) {
		return
	}
	if !v.dominance().IsReachable(op.block) {
		return
	}
	v.misuse = misuse(op, i, value)
}

// ancestorIn returns op, or the operation around it, that lies directly in region r. It does not leave the unit.
func (v *verifier) ancestorIn(op *Operation, r *Region) (at *Operation, found bool) {
	for at = op; at != v.root && at != nil; at = at.Parent() {
		if at.block != nil && at.block.region == r {
			return at, true
		}
	}
	return nil, false
}

// leaves reports whether region r lies outside the unit.
func (v *verifier) leaves(r *Region) bool {
	for r != nil && r.owner != nil {
		if r.owner == v.root {
			return false
		}
		r = r.owner.ParentRegion()
	}
	return true
}

// visible reports whether a value of block b may be used by op. at is op or the operation around it that lies in the
// region of b.
func (v *verifier) visible(value *Value, b *Block, at, op *Operation) bool {
	if at.block != b {
		return v.dominance().BlockDominates(b, at.block)
	}
	return value.op() == nil || !hasSSADominance(b.region) || value.op() != at && value.op().IsBefore(at)
}

func (v *verifier) dominance() *Dominance {
	if v.dom == nil {
		v.dom = NewDominance()
	}
	return v.dom
}

func misuse(op *Operation, i int, value *Value) *Diagnostic {
	d := op.at("operand #%d does not dominate this use", i)
	use := op.ParentRegion()
	if def := value.op(); def != nil {
		if def.block == op.block {
			return d.Note(def.Loc(), "operand defined here (op in the same block)")
		}
		return d.Note(def.Loc(), "operand defined here (op %s)", between(def.ParentRegion(), use))
	}
	b := value.block()
	if b == nil || b.region == nil {
		return d.Note(nil, " (block without parent)")
	}
	return d.Note(b.ParentOp().Loc(), "operand defined as a block argument (block #%d %s)", blockNumber(b),
		between(b.region, use))
}

// between describes where a definition's region is relative to a use.
func between(def, use *Region) string {
	switch {
	case def == use:
		return "in the same region"
	case def.IsAncestorOf(use):
		return "in a parent region"
	case use.IsAncestorOf(def):
		return "in a child region"
	}
	return "is neither in a parent nor in a child region"
}

func blockNumber(b *Block) (n int) {
	for x := b.prev; x != nil; x = x.prev {
		n++
	}
	return n
}

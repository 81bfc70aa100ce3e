package ir

import (
	"slices"
	"strings"
)

// verifyTraits checks the traits that restrict an operation by itself.
func verifyTraits(op *Operation, info *OpInfo) error {
	t := info.traits
	if t&(SameOperandsAndResultType|SameOperandsAndResultShape|SameOperandsAndResultElementType|SameTypeOperands|
		SameOperandsShape|SameOperandsElementType|Elementwise) != 0 {
		if err := verifyTypeTraits(op, t); err != nil {
			return err
		}
	}
	if t&Terminator != 0 && op.block != nil && op.block.last != op {
		return op.Errorf("must be the last operation in the parent block")
	}
	if parents := info.Def.Parents; len(parents) > 0 {
		if p := op.Parent(); p == nil || !slices.Contains(parents, p.Name()) {
			quoted := "'" + strings.Join(parents, ", ") + "'"
			if len(parents) == 1 {
				return op.Errorf("expects parent op %s", quoted)
			}
			return op.Errorf("expects parent op to be one of %s", quoted)
		}
	}
	if t&(SingleBlock|NoRegionArguments) != 0 {
		return verifySingleBlock(op, info)
	}
	return nil
}

func verifySingleBlock(op *Operation, info *OpInfo) error {
	for i := range op.NumRegions() {
		r := op.Region(i)
		if r.IsEmpty() {
			continue
		}
		if info.traits&NoRegionArguments != 0 && r.Entry().NumArgs() > 0 {
			return op.Errorf("region should have no arguments")
		}
		if info.traits&SingleBlock == 0 {
			continue
		}
		if !r.HasOneBlock() {
			return op.Errorf("expects region #%d to have 0 or 1 blocks", i)
		}
		if info.traits&NoTerminator != 0 {
			continue
		}
		block := r.Entry()
		if block.IsEmpty() {
			return op.Errorf("expects a non-empty block")
		}
		if want := info.Def.ImplicitTerminator; want != "" && block.last.Name() != want {
			d := op.Errorf("expects regions to end with '%s', found '%s'", want, block.last.Name())
			return d.Note(block.last.Loc(), "in custom textual format, the absence of terminator implies '%s'", want)
		}
	}
	return nil
}

// verifyTypeTraits checks the traits that relate the types of operands and results.
func verifyTypeTraits(op *Operation, t Trait) error {
	if t&(SameOperandsAndResultType|SameOperandsAndResultShape|SameOperandsAndResultElementType|SameTypeOperands|
		SameOperandsShape|SameOperandsElementType) != 0 {
		if err := verifySameTypes(op, t); err != nil {
			return err
		}
	}
	if t&Elementwise != 0 {
		return verifyElementwise(op)
	}
	return nil
}

func verifySameTypes(op *Operation, t Trait) error {
	needsOperand := t&(SameTypeOperands|SameOperandsShape|SameOperandsElementType|SameOperandsAndResultType|
		SameOperandsAndResultShape|SameOperandsAndResultElementType) != 0
	if needsOperand && len(op.operands) == 0 {
		return op.Errorf("expected 1 or more operands, but found 0")
	}
	if t&(SameOperandsAndResultType|SameOperandsAndResultShape|SameOperandsAndResultElementType) != 0 &&
		len(op.results) == 0 {
		return op.Errorf("expected 1 or more results, but found 0")
	}
	first := op.operands[0].value.typ
	if t&SameTypeOperands != 0 && !allOperands(op, func(x Type) bool { return x == first }) {
		return op.Errorf("requires all operands to have the same type")
	}
	if t&SameOperandsShape != 0 && !allOperands(op, func(x Type) bool { return CompatibleShapes(x, first) }) {
		return op.Errorf("requires the same shape for all operands")
	}
	elem := ElementOrSelf(first)
	if t&SameOperandsElementType != 0 && !allOperands(op, func(x Type) bool { return ElementOrSelf(x) == elem }) {
		return op.Errorf("requires the same element type for all operands")
	}
	if t&SameOperandsAndResultElementType != 0 && !allTypes(op, func(x Type) bool { return ElementOrSelf(x) == elem }) {
		return op.Errorf("requires the same element type for all operands and results")
	}
	if t&SameOperandsAndResultShape != 0 && !allTypes(op, func(x Type) bool { return CompatibleShapes(x, first) }) {
		return op.Errorf("requires the same shape for all operands and results")
	}
	if t&SameOperandsAndResultType != 0 {
		return verifySameOperandsAndResult(op)
	}
	return nil
}

func verifySameOperandsAndResult(op *Operation) error {
	first := op.results[0].typ
	if allTypes(op, func(x Type) bool { return x == first }) {
		return nil
	}
	elem, encoding := ElementOrSelf(first), encodingOf(first)
	same := func(x Type) bool {
		return ElementOrSelf(x) == elem && CompatibleShapes(x, first)
	}
	if !allTypes(op, same) {
		return op.Errorf("requires the same type for all operands and results")
	}
	if !allTypes(op, func(x Type) bool { return encodingOf(x) == encoding }) {
		return op.Errorf("requires the same encoding for all operands and results")
	}
	return nil
}

func encodingOf(t Type) Attribute {
	if r, ok := t.(*TensorType); ok {
		return r.Encoding
	}
	return nil
}

func allOperands(op *Operation, f func(Type) bool) bool {
	for i := range op.operands {
		if !f(op.operands[i].value.typ) {
			return false
		}
	}
	return true
}

func allTypes(op *Operation, f func(Type) bool) bool {
	for i := range op.results {
		if !f(op.results[i].typ) {
			return false
		}
	}
	return allOperands(op, f)
}

// CompatibleShapes reports whether two types can have the same shape at run time: both scalars, or both shaped, with
// equal static dimensions where both are known and the same scalable ones.
func CompatibleShapes(a, b Type) bool {
	if a == b {
		return true
	}
	s, ok1 := a.(ShapedType)
	t, ok2 := b.(ShapedType)
	if !ok1 || !ok2 {
		return !ok1 && !ok2
	}
	if v, ok := a.(*VectorType); ok {
		if w, ok := b.(*VectorType); ok && !slices.Equal(v.scalable, w.scalable) {
			return false
		}
	}
	if !s.HasRank() || !t.HasRank() {
		return true
	}
	x, y := s.Shape(), t.Shape()
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i] != y[i] && x[i] != Dynamic && y[i] != Dynamic {
			return false
		}
	}
	return true
}

func isMappable(t Type) bool {
	switch t.(type) {
	case *VectorType, *TensorType, *UnrankedTensorType:
		return true
	}
	return false
}

func verifyElementwise(op *Operation) error {
	mappable := func(n int, at func(int) Type) (ts []Type) {
		for i := range n {
			if t := at(i); isMappable(t) {
				ts = append(ts, t)
			}
		}
		return ts
	}
	if allTypes(op, func(t Type) bool { return !isMappable(t) }) {
		return nil
	}
	results := mappable(len(op.results), func(i int) Type { return op.results[i].typ })
	operands := mappable(len(op.operands), func(i int) Type { return op.operands[i].value.typ })
	if len(operands) == 0 {
		return op.Errorf("if a result is non-scalar, then at least one operand must be non-scalar")
	}
	if len(results) == 0 {
		return op.Errorf("if an operand is non-scalar, then there must be at least one non-scalar result")
	}
	if len(results) != len(op.results) {
		return op.Errorf("if an operand is non-scalar, then all results must be non-scalar")
	}
	for _, t := range append(operands, results...) {
		if !CompatibleShapes(t, operands[0]) || !sameKind(t, operands[0]) {
			return op.Errorf("all non-scalar operands/results must have the same shape and base type")
		}
	}
	return nil
}

func sameKind(a, b Type) bool {
	_, v := a.(*VectorType)
	_, w := b.(*VectorType)
	return v == w
}

// verifyTypeRules checks the relations between the types of declared operands, results and attributes.
func verifyTypeRules(op *Operation, def *OpDef) error {
	for i := range def.TypeRules {
		rule := &def.TypeRules[i]
		from, ok1 := typesOf(op, def, rule.From)
		to, ok2 := typesOf(op, def, rule.To)
		if !ok1 || !ok2 || len(from) != len(to) {
			continue
		}
		for k := range from {
			want := from[k]
			if rule.Map != nil {
				want = rule.Map(op.Context(), want)
			}
			if want != to[k] {
				return op.Errorf("failed to verify that %s", rule.Summary)
			}
		}
	}
	return nil
}

// typesOf returns the types of a declared operand, result or typed attribute; ok is false when it is absent.
func typesOf(op *Operation, def *OpDef, name string) (types []Type, ok bool) {
	for i := range def.Operands {
		if def.Operands[i].Name == name {
			from, to := op.Group(i)
			for k := from; k < to; k++ {
				types = append(types, op.operands[k].value.typ)
			}
			return types, len(types) > 0
		}
	}
	for i := range def.Results {
		if def.Results[i].Name == name {
			from, to := op.ResultGroup(i)
			for k := from; k < to; k++ {
				types = append(types, op.results[k].typ)
			}
			return types, len(types) > 0
		}
	}
	if t, ok := op.Inherent(name).(TypedAttr); ok {
		return []Type{t.Type()}, true
	}
	return nil, false
}

package ir

import (
	"errors"
)

const typeTraits = SameOperandsAndResultType | SameOperandsAndResultShape | SameOperandsAndResultElementType |
	SameTypeOperands | SameOperandsShape | SameOperandsElementType | Elementwise

// verifyPlace checks the traits about where operations are.
func verifyPlace(op *Operation, t Trait) error {
	if t&Symbol != 0 {
		if err := verifySymbol(op, t); err != nil {
			return err
		}
	}
	if t&Terminator != 0 && op.block != nil && op.block.last != op {
		return op.Errorf("must be the last operation in the parent block")
	}
	return nil
}

// sameTypes reports whether op has operands and results that all have one type. Then every trait about types holds.
func sameTypes(op *Operation) bool {
	if op.NumOperands() == 0 || op.NumResults() == 0 {
		return false
	}
	first := op.operands()[0].value.typ
	for i := 1; i < op.NumOperands(); i++ {
		if op.operands()[i].value.typ != first {
			return false
		}
	}
	for i := range op.results() {
		if op.results()[i].typ != first {
			return false
		}
	}
	return true
}

// verifyTypeTraits checks the traits that relate the types of operands and results.
func verifyTypeTraits(op *Operation, info *OpInfo) error {
	t := info.traits
	if t&typeTraits == 0 && info.plan.cast == nil {
		return nil
	}
	same := sameTypes(op)
	if !same && t&(typeTraits&^Elementwise) != 0 {
		if err := verifySameTypes(op, t); err != nil {
			return err
		}
	}
	if info.plan.cast != nil && !info.plan.cast.CastCompatible(op) {
		return wrongCast(op)
	}
	if same {
		return nil
	}
	if t&Elementwise != 0 {
		if err := verifyElementwise(op); err != nil {
			return err
		}
	}
	if t&SameOperandsAndResultType != 0 {
		return verifyInferred(op)
	}
	return nil
}

// Cast is the interface of casts, which convert values of some types into values of others.
type Cast interface {
	// CastCompatible reports whether op's operands can be cast to its results. It may look at nothing but types and
	// attributes: the verifier asks once for operations that have the same.
	CastCompatible(op *Operation) bool
}

func wrongCast(op *Operation) error {
	plural := func(n int) string {
		if n == 1 {
			return ""
		}
		return "s"
	}
	return op.Errorf("operand type%s %s and result type%s %s are cast incompatible", plural(op.NumOperands()),
		QuoteTypes(op.OperandTypes()), plural(op.NumResults()), QuoteTypes(op.ResultTypes()))
}

// verifyInferred checks that the types of the results are exactly the type inferred from the first operand. The trait
// itself also allows compatible types.
func verifyInferred(op *Operation) error {
	first := op.operands()[0].value.typ
	for i := range op.results() {
		if op.results()[i].typ != first {
			return errors.Join(
				op.Errorf("inferred type(s) %s are incompatible with return type(s) of operation %s", Quote(first),
					QuoteTypes(op.ResultTypes())),
				op.Errorf("failed to infer returned types"))
		}
	}
	return nil
}

func verifySameTypes(op *Operation, t Trait) error {
	needsOperand := t&(SameTypeOperands|SameOperandsShape|SameOperandsElementType|SameOperandsAndResultType|
		SameOperandsAndResultShape|SameOperandsAndResultElementType) != 0
	if needsOperand && op.NumOperands() == 0 {
		return op.Errorf("expected 1 or more operands, but found 0")
	}
	if t&(SameOperandsAndResultType|SameOperandsAndResultShape|SameOperandsAndResultElementType) != 0 &&
		op.NumResults() == 0 {
		return op.Errorf("expected 1 or more results, but found 0")
	}
	first := op.operands()[0].value.typ
	if t&SameTypeOperands != 0 && !allOperands(op, func(x Type) bool { return x == first }) {
		return op.Errorf("requires all operands to have the same type")
	}
	if t&SameOperandsShape != 0 && !compatibleShapes(op, op.NumOperands()) {
		return op.Errorf("requires the same shape for all operands")
	}
	elem := ElementOrSelf(first)
	if t&SameOperandsElementType != 0 && !allOperands(op, func(x Type) bool { return ElementOrSelf(x) == elem }) {
		return op.Errorf("requires the same element type for all operands")
	}
	if t&SameOperandsAndResultElementType != 0 && !allTypes(op, func(x Type) bool { return ElementOrSelf(x) == elem }) {
		return op.Errorf("requires the same element type for all operands and results")
	}
	if t&SameOperandsAndResultShape != 0 && !compatibleShapes(op, op.NumOperands()+op.NumResults()) {
		return op.Errorf("requires the same shape for all operands and results")
	}
	if t&SameOperandsAndResultType != 0 {
		return verifySameOperandsAndResult(op)
	}
	return nil
}

func verifySameOperandsAndResult(op *Operation) error {
	first := op.results()[0].typ
	elem, encoding := ElementOrSelf(first), encodingOf(first)
	if !allTypes(op, func(x Type) bool { return ElementOrSelf(x) == elem && CompatibleShapes(x, first) }) {
		return op.Errorf("requires the same type for all operands and results")
	}
	sameEncoding := func(x Type) bool {
		t, ranked := x.(*TensorType)
		return !ranked || t.Encoding == encoding
	}
	if encoding != nil && !allTypes(op, sameEncoding) {
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
	for i := range op.operands() {
		if !f(op.operands()[i].value.typ) {
			return false
		}
	}
	return true
}

func allTypes(op *Operation, f func(Type) bool) bool {
	for i := range op.results() {
		if !f(op.results()[i].typ) {
			return false
		}
	}
	return allOperands(op, f)
}

// CompatibleShapes reports whether two types can have the same shape at run time: both scalars, or both shaped, with
// equal dimensions where both are known.
func CompatibleShapes(a, b Type) bool {
	if a == b {
		return true
	}
	s, ok1 := a.(ShapedType)
	t, ok2 := b.(ShapedType)
	if !ok1 || !ok2 {
		return !ok1 && !ok2
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

// typeAt returns the type of operand i, or of a result; results are counted after the operands.
func (op *Operation) typeAt(i int) Type {
	if i < op.NumOperands() {
		return op.operands()[i].value.typ
	}
	return op.results()[i-op.NumOperands()].typ
}

// compatibleShapes reports whether the first n of op's operands and results can all have the same shape. Scalable
// vectors are compatible only with scalable vectors.
func compatibleShapes(op *Operation, n int) bool {
	for i := 1; i < n; i++ {
		t := op.typeAt(i)
		for k := range i {
			if other := op.typeAt(k); !CompatibleShapes(t, other) || isScalable(t) != isScalable(other) {
				return false
			}
		}
	}
	return true
}

func isScalable(t Type) bool {
	v, ok := t.(*VectorType)
	return ok && v.IsScalable()
}

// mappable is the kind of a type that elementwise operations map over: vectors, and ranked or unranked tensors.
type mappable uint8

const (
	scalar mappable = iota
	vectorKind
	tensorKind
	unrankedKind
)

func mappableKind(t Type) mappable {
	switch t.(type) {
	case *VectorType:
		return vectorKind
	case *TensorType:
		return tensorKind
	case *UnrankedTensorType:
		return unrankedKind
	}
	return scalar
}

func verifyElementwise(op *Operation) error {
	operands, results := 0, 0
	for i := range op.operands() {
		if mappableKind(op.operands()[i].value.typ) != scalar {
			operands++
		}
	}
	for i := range op.results() {
		if mappableKind(op.results()[i].typ) != scalar {
			results++
		}
	}
	switch {
	case operands == 0 && results == 0:
		return nil
	case operands == 0:
		return op.Errorf("if a result is non-scalar, then at least one operand must be non-scalar")
	case results == 0:
		return op.Errorf("if an operand is non-scalar, then there must be at least one non-scalar result")
	case results != op.NumResults():
		return op.Errorf("if an operand is non-scalar, then all results must be non-scalar")
	case !sameMappable(op):
		return op.Errorf("all non-scalar operands/results must have the same shape and base type")
	}
	return nil
}

// sameMappable reports whether all types that are not scalars are of the same kind and can have the same shape.
func sameMappable(op *Operation) bool {
	for i := range op.NumOperands() + op.NumResults() {
		t := op.typeAt(i)
		kind := mappableKind(t)
		for k := 0; kind != scalar && k < i; k++ {
			other := op.typeAt(k)
			otherKind := mappableKind(other)
			if otherKind == scalar || other == t {
				continue
			}
			if kind != otherKind || !CompatibleShapes(t, other) || isScalable(t) != isScalable(other) {
				return false
			}
		}
	}
	return true
}

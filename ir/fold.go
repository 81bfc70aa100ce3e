package ir

// FoldResult is what a result of an operation folds to: a value that exists already, or a constant.
type FoldResult struct {
	Value    *Value
	Constant Attribute
}

// FoldOutcome is the outcome of a fold.
type FoldOutcome uint8

const (
	// NotFolded left the operation as it was.
	NotFolded FoldOutcome = iota
	// FoldedInPlace changed operands or attributes of the operation, which stays.
	FoldedInPlace
	// Folded found a value or a constant for every result; the operation itself is unchanged.
	Folded
)

// Folding holds the input and the result of a fold. One may serve many operations, one after the other.
type Folding struct {
	// Operands holds for each operand the constant that it is known to be, or nil.
	Operands []Attribute
	// Results holds, after [Folded], one entry for each result.
	Results []FoldResult
	// ConstantsOnly says that the caller cannot use FoldedInPlace: a fold must not change anything.
	ConstantsOnly bool
}

// To answers that the single result is v.
func (f *Folding) To(v *Value) FoldOutcome {
	f.Results = append(f.Results[:0], FoldResult{Value: v})
	return Folded
}

// ToConstant answers that the single result is the constant a. If a is nil, the operation does not fold.
func (f *Folding) ToConstant(a Attribute) FoldOutcome {
	if a == nil {
		return NotFolded
	}
	f.Results = append(f.Results[:0], FoldResult{Constant: a})
	return Folded
}

// ToAll answers with one entry for each result.
func (f *Folding) ToAll(results ...FoldResult) FoldOutcome {
	f.Results = append(f.Results[:0], results...)
	return Folded
}

// SetOperands fills in the constants that the operands of op are defined by.
func (f *Folding) SetOperands(op *Operation) {
	f.Operands = f.Operands[:0]
	for i := range op.operands() {
		f.Operands = append(f.Operands, ConstantOf(op.operands()[i].value))
	}
}

// ConstantOf returns the constant if a [ConstantLike] operation defines v, or nil.
func ConstantOf(v *Value) Attribute {
	if def := v.DefiningOp(); def != nil && def.HasTrait(ConstantLike) {
		return def.Inherent("value")
	}
	return nil
}

// foldingTraits are the traits that make operations fold.
const foldingTraits = Commutative | Idempotent | Involution

// Fold simplifies op by its definition's Fold and by its traits: constants move to the right of a [Commutative]
// operation, op(op(x)) is op(x) for an [Idempotent] one and x for an [Involution]. f.Operands must be set.
//
// In graph regions and unreachable code, values may depend on themselves. There, an operation that would fold to its
// own result is left alone.
func (op *Operation) Fold(f *Folding) FoldOutcome {
	f.Results = f.Results[:0]
	outcome := op.fold(f)
	if outcome == Folded {
		for _, r := range f.Results {
			if r.Value != nil && r.Value.op() == op {
				return NotFolded
			}
		}
	}
	return outcome
}

func (op *Operation) fold(f *Folding) FoldOutcome {
	outcome := NotFolded
	if def := op.info.Def; def != nil && def.Fold != nil {
		if outcome = def.Fold(op, f); outcome == Folded {
			return Folded
		}
	}
	if op.info.traits&foldingTraits == 0 {
		return outcome
	}
	return max(outcome, op.foldTraits(f))
}

func (op *Operation) foldTraits(f *Folding) FoldOutcome {
	switch {
	case op.HasTrait(Idempotent) && op.NumOperands() == 2 && op.Operand(0) == op.Operand(1):
		return f.To(op.Operand(0))
	case op.HasTrait(Idempotent) && op.NumOperands() == 1 && op.sameAsOperand():
		return f.To(op.Operand(0))
	case op.HasTrait(Involution) && op.sameAsOperand():
		return f.To(op.Operand(0).DefiningOp().Operand(0))
	case op.HasTrait(Commutative) && !f.ConstantsOnly && op.constantsLast(f):
		return FoldedInPlace
	}
	return NotFolded
}

// sameAsOperand reports whether the first operand is defined by an operation of the same name.
func (op *Operation) sameAsOperand() bool {
	def := op.Operand(0).DefiningOp()
	return def != nil && def.info == op.info
}

// constantsLast moves constant operands after the others, keeps the order within each group, and reports whether it
// changed anything.
func (op *Operation) constantsLast(f *Folding) bool {
	n, sorted, seen := len(f.Operands), true, false
	for _, a := range f.Operands {
		if a == nil && seen {
			sorted = false
			break
		}
		seen = seen || a != nil
	}
	if sorted {
		return false
	}
	var values []*Value
	for pass := range 2 {
		for i := range n {
			if (f.Operands[i] != nil) == (pass == 1) {
				values = append(values, op.Operand(i))
			}
		}
	}
	for i, v := range values {
		op.SetOperand(i, v)
	}
	f.SetOperands(op)
	return true
}

package dataflow

import "github.com/girih-ir/girih/ir"

// Constant is the lattice element of constant propagation. The zero value, the bottom, says that the value is not
// computed.
type Constant struct {
	value   ir.Attribute // nil for the bottom, overdefined for the top
	dialect *ir.Dialect
}

// overdefinedAttr marks values that are computed, but are not known constants.
type overdefinedAttr struct {
	ir.AttrBase
	_ bool // values of size zero may share an address
}

func (*overdefinedAttr) String() string { return "overdefined" }

var overdefined ir.Attribute = &overdefinedAttr{}

// IsBottom reports whether the value is not known to be computed.
func (c Constant) IsBottom() bool { return c.value == nil }

// Value returns the constant, or nil.
func (c Constant) Value() ir.Attribute {
	if c.value == overdefined {
		return nil
	}
	return c.value
}

// Dialect returns the dialect of the operation that was folded to the constant. That dialect materializes it.
func (c Constant) Dialect() *ir.Dialect { return c.dialect }

// Join implements [Joiner]. The join of different constants is overdefined.
func (c Constant) Join(x Constant) (Constant, bool) {
	switch {
	case x.value == nil || x.value == c.value || c.value == overdefined:
		return c, false
	case c.value == nil:
		return x, true
	}
	return Constant{value: overdefined}, true
}

// LoadConstants loads constant propagation: it folds operations on constants, and the solver follows only the
// successors that constant conditions select. Loading it twice is not an error.
func LoadConstants(s *Solver) *Sparse[Constant] {
	if s.constants == nil {
		rules := &folding{solver: s}
		s.constants = LoadForward[Constant](s, rules)
	}
	return s.constants
}

// folding propagates constants by [ir.Operation.Fold].
type folding struct {
	solver *Solver
	fold   ir.Folding
}

func (*folding) Entry(*ir.Value) Constant { return Constant{value: overdefined} }

func (f *folding) Visit(op *ir.Operation, operands, results []Constant) {
	if op.HasTrait(ir.ConstantLike) {
		if a := op.Inherent("value"); a != nil {
			results[0] = Constant{a, op.Info().Dialect}
			return
		}
	}
	f.fold.Operands = f.fold.Operands[:0]
	for _, c := range operands {
		if c.IsBottom() {
			return
		}
		f.fold.Operands = append(f.fold.Operands, c.Value())
	}
	f.fold.ConstantsOnly = true
	// An operation with regions may only be folded in place.
	if op.Def() == nil || op.NumRegions() > 0 || op.Fold(&f.fold) != ir.Folded {
		for i := range results {
			results[i] = Constant{value: overdefined}
		}
		return
	}
	for i, r := range f.fold.Results {
		results[i] = f.result(op, r)
	}
}

func (f *folding) result(op *ir.Operation, r ir.FoldResult) Constant {
	if r.Constant != nil {
		return Constant{r.Constant, op.Info().Dialect}
	}
	s := f.solver
	if r.Value == nil || !s.hasValue(r.Value) {
		return Constant{value: overdefined}
	}
	for _, v := range op.Operands() {
		if v == r.Value {
			return s.constants.state[v.Number]
		}
	}
	s.dependOn(op, r.Value, s.constants.index)
	return s.constants.state[r.Value.Number]
}

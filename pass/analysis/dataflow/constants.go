package dataflow

import "github.com/girih-ir/girih/ir"

// Constant is what constant propagation knows of a value. The zero value says that it is not computed at all.
type Constant struct {
	value   ir.Attribute // nil at the bottom, overdefined at the top
	dialect *ir.Dialect
}

// overdefinedAttr marks values that are computed, but are no known constant.
type overdefinedAttr struct {
	ir.AttrBase
	_ bool // values without size may share an address
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

// Dialect returns the dialect of the operation that was folded to the constant: the one to materialize it.
func (c Constant) Dialect() *ir.Dialect { return c.dialect }

// Join implements [Joiner]: different constants join to an unknown one.
func (c Constant) Join(x Constant) (Constant, bool) {
	switch {
	case x.value == nil || x.value == c.value || c.value == overdefined:
		return c, false
	case c.value == nil:
		return x, true
	}
	return Constant{value: overdefined}, true
}

// LoadConstants loads constant propagation: it computes operations on constants by folding them, and the solver follows
// branches on constants only where they lead. Loading it twice is no error.
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
	// Operations with regions may only be folded in place.
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

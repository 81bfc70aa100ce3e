package conversion

import (
	"slices"
	"sync"

	"github.com/girih-ir/girih/ir"
)

// TypeRule converts a type to the types that replace it: one, several, or none for a type whose values disappear. ok
// is false if the rule does not apply. A rule that returns t itself makes t legal.
type TypeRule func(t ir.Type) (types []ir.Type, ok bool)

// Materialization builds values of the given types that have the same meaning as inputs. It returns nil if it cannot.
type Materialization func(b *ir.Builder, types []ir.Type, inputs []*ir.Value) []*ir.Value

// TypeConverter says which types replace which. Complete it before the first conversion; then goroutines may share
// it.
type TypeConverter struct {
	rules  []TypeRule
	source []Materialization
	target []Materialization
	cache  sync.Map // from ir.Type to []ir.Type, nil for a type without conversion
}

// Add adds a rule. Rules added later are tried first.
func (c *TypeConverter) Add(r TypeRule) { c.rules = append(c.rules, r) }

// AddOne adds a rule from one type to one; f returns nil when it does not apply.
func (c *TypeConverter) AddOne(f func(t ir.Type) ir.Type) {
	c.Add(func(t ir.Type) ([]ir.Type, bool) {
		if to := f(t); to != nil {
			return []ir.Type{to}, true
		}
		return nil, false
	})
}

// AddSource adds a way to compute a value of an original type from the values that replaced it. Users that were not
// converted need it. Materializations added later are tried first.
func (c *TypeConverter) AddSource(m Materialization) { c.source = append(c.source, m) }

// AddTarget adds a way to compute values of converted types from a value that was not converted. Materializations added
// later are tried first.
func (c *TypeConverter) AddTarget(m Materialization) { c.target = append(c.target, m) }

// Convert returns the types that replace t; ok is false if no rule applies.
func (c *TypeConverter) Convert(t ir.Type) (types []ir.Type, ok bool) {
	if cached, found := c.cache.Load(t); found {
		types = cached.([]ir.Type)
		return types, types != nil
	}
	for _, r := range slices.Backward(c.rules) {
		if types, ok = r(t); ok {
			if types == nil {
				types = []ir.Type{}
			}
			c.cache.Store(t, types)
			return types, true
		}
	}
	c.cache.Store(t, []ir.Type(nil))
	return nil, false
}

// ConvertOne returns the single type that replaces t, or nil if there is none or there are several.
func (c *TypeConverter) ConvertOne(t ir.Type) ir.Type {
	if types, ok := c.Convert(t); ok && len(types) == 1 {
		return types[0]
	}
	return nil
}

// ConvertAll returns the types that replace all of ts, in order; ok is false if one has no conversion.
func (c *TypeConverter) ConvertAll(ts []ir.Type) (types []ir.Type, ok bool) {
	types = make([]ir.Type, 0, len(ts))
	for _, t := range ts {
		to, ok := c.Convert(t)
		if !ok {
			return nil, false
		}
		types = append(types, to...)
	}
	return types, true
}

// IsLegal reports whether the converter converts t to itself.
func (c *TypeConverter) IsLegal(t ir.Type) bool { return c.ConvertOne(t) == t }

// IsLegalOp reports whether all operands and results of op have legal types.
func (c *TypeConverter) IsLegalOp(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if !c.IsLegal(v.Type()) {
			return false
		}
	}
	for _, v := range op.Results() {
		if !c.IsLegal(v.Type()) {
			return false
		}
	}
	return true
}

// IsLegalSignature reports whether all inputs and results of a function type are legal.
func (c *TypeConverter) IsLegalSignature(t *ir.FunctionType) bool {
	return !slices.ContainsFunc(t.Inputs, c.isIllegal) && !slices.ContainsFunc(t.Results, c.isIllegal)
}

func (c *TypeConverter) isIllegal(t ir.Type) bool { return !c.IsLegal(t) }

// Signature returns the conversion of block arguments with the given types; ok is false if one of them has no
// conversion.
func (c *TypeConverter) Signature(args []ir.Type) (s *Signature, ok bool) {
	s = &Signature{args: make([][]ir.Type, len(args))}
	for i, t := range args {
		if s.args[i], ok = c.Convert(t); !ok {
			return nil, false
		}
	}
	s.converter = c
	return s, true
}

// Signature describes how the arguments of a block are converted.
type Signature struct {
	args      [][]ir.Type
	converter *TypeConverter // for casts between old and new types; may be nil
}

func materialize(ways []Materialization, b *ir.Builder, types []ir.Type, inputs []*ir.Value) []*ir.Value {
	for _, m := range slices.Backward(ways) {
		if values := m(b, types, inputs); values != nil {
			return values
		}
	}
	return nil
}

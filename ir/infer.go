package ir

import (
	"errors"
	"fmt"
	"slices"
)

// ErrNotInferred is wrapped by errors about results whose types no rule of the definition gives.
var ErrNotInferred = errors.New("result types cannot be inferred")

// InferResultTypes returns the result types that follow from the operands and attributes of a state, by the
// definition's InferTypes, its type rules and its traits.
func InferResultTypes(ctx *Context, st *OpState) ([]Type, error) { return inferTypes(ctx, st, nil) }

// inferTypes is InferResultTypes that may use memory for the types.
func inferTypes(ctx *Context, st *OpState, types []Type) ([]Type, error) {
	def := st.Info.Def
	if def == nil {
		return nil, fmt.Errorf("%w: %s is not registered", ErrNotInferred, st.Info.Name)
	}
	if def.InferTypes != nil {
		return def.InferTypes(ctx, st)
	}
	types = slices.Grow(types, len(def.Results))
	for i := range def.Results {
		var ok bool
		if types, ok = appendInferred(types, ctx, st, &def.Results[i]); !ok {
			return nil, fmt.Errorf("%w: result %q of %s", ErrNotInferred, def.Results[i].Name, def.Name)
		}
	}
	return types, nil
}

// appendInferred appends the types of a declared result; ok is false if they cannot be inferred.
func appendInferred(types []Type, ctx *Context, st *OpState, result *ValueDef) (all []Type, ok bool) {
	def := st.Info.Def
	single := result.Arity == One
	if single && result.Type.Build != nil {
		return append(types, result.Type.Build(ctx)), true
	}
	if single && def.Traits&SameOperandsAndResultType != 0 && len(st.Operands) > 0 {
		return append(types, st.Operands[0].typ), true
	}
	for i := range def.TypeRules {
		rule := &def.TypeRules[i]
		if rule.To != result.Name {
			continue
		}
		from := declaredType(st, rule.From)
		switch {
		case from == nil:
		case rule.MapAll != nil:
			return append(types, rule.MapAll(ctx, from)...), true
		case single && rule.Map != nil:
			return append(types, rule.Map(ctx, from)), true
		case single:
			return append(types, from), true
		}
	}
	return types, false
}

// declaredType returns the type of a single operand or typed attribute of a state by its declared name.
func declaredType(st *OpState, name string) Type {
	at := 0
	for _, o := range st.Info.Def.Operands {
		if o.Arity != One {
			break
		}
		if o.Name == name && at < len(st.Operands) {
			return st.Operands[at].typ
		}
		at++
	}
	if a, ok := st.GetInherent(name).(TypedAttr); ok {
		return a.Type()
	}
	return nil
}

// Group returns the range of operands that declared operand i stands for.
func (op *Operation) Group(i int) (from, to int) {
	return groupRange(op.info.Def.Operands, i, op.NumOperands(), op.segments(AttrSizedOperandSegments, OperandSegments),
		op.info.traits&SameVariadicOperandSize != 0)
}

// ResultGroup returns the range of results that declared result i stands for.
func (op *Operation) ResultGroup(i int) (from, to int) {
	return groupRange(op.info.Def.Results, i, op.NumResults(), op.segments(AttrSizedResultSegments, ResultSegments), false)
}

func (op *Operation) segments(t Trait, name string) *DenseArrayAttr {
	if op.info.traits&t == 0 {
		return nil
	}
	a, _ := op.Inherent(name).(*DenseArrayAttr)
	return a
}

// groupRange returns the range of values that declaration i stands for, among total values. sizes gives the size of
// each group, if it is not nil. Otherwise each single declaration has one value, and the optional and variadic ones
// share the rest.
func groupRange(defs []ValueDef, i, total int, sizes *DenseArrayAttr, even bool) (from, to int) {
	if sizes != nil {
		for k := range i {
			from += int(sizes.Int64(k))
		}
		return from, from + int(sizes.Int64(i))
	}
	open, single := 0, 0
	for _, d := range defs {
		if d.Arity == One {
			single++
		} else {
			open++
		}
	}
	each := total - single
	if even && open > 0 {
		each /= open
	}
	size := func(d ValueDef) int {
		if d.Arity == One {
			return 1
		}
		return max(0, each)
	}
	for k := range i {
		from += size(defs[k])
	}
	return from, from + size(defs[i])
}

// GroupValues returns the values of declared operand i.
func (op *Operation) GroupValues(i int) []*Value {
	from, to := op.Group(i)
	return op.OperandRange(from, to)
}

// GroupValue returns the value of declared operand i, a single or optional one; nil when it is absent.
func (op *Operation) GroupValue(i int) *Value {
	from, to := op.Group(i)
	if from == to {
		return nil
	}
	return op.Operand(from)
}

// DeclaredResultNames suggests the declared names of results for printing, as upstream does for operations that
// declare several.
func DeclaredResultNames(op *Operation, set func(v *Value, name string)) {
	for i := range op.info.Def.Results {
		if from, to := op.ResultGroup(i); from < to {
			set(op.Result(from), op.info.Def.Results[i].Name)
		}
	}
}

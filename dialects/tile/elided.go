package tile

import (
	"fmt"
	"slices"

	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/ir"
)

// looseResults infers omitted result types of a loosely typed operation. It uses the semantics that are in force at its
// place in the text.
func looseResults(ctx *ir.Context, st *ir.OpState, around func(name string) ir.Attribute) ([]ir.Type, error) {
	var s *promotion.Semantics
	if a, ok := st.Attrs.Get(SemanticsName).(*SemanticsAttr); ok {
		s = &a.Value
	} else if a, ok := around(SemanticsName).(*SemanticsAttr); ok {
		s = &a.Value
	}
	for _, impl := range st.Info.Def.Interfaces {
		if l, ok := impl.(Loose); ok {
			t, err := l.Types(ctx, st.Info.Def, s, st.Operands)
			return t.Results, err
		}
	}
	return nil, fmt.Errorf("%w: write them", ir.ErrNotInferred)
}

// operandTypes makes the types of the results those of the operands.
func operandTypes(_ *ir.Context, st *ir.OpState, _ func(name string) ir.Attribute) ([]ir.Type, error) {
	var types []ir.Type
	for _, v := range st.Operands {
		types = append(types, v.Type())
	}
	return types, nil
}

// lastOperandType makes the type of the result that of the last operand, such as an accumulator.
func lastOperandType(_ *ir.Context, st *ir.OpState, _ func(name string) ir.Attribute) ([]ir.Type, error) {
	return []ir.Type{st.Operands[len(st.Operands)-1].Type()}, nil
}

// oneResult makes f return the type of the only result.
func oneResult(f func(ctx *ir.Context, st *ir.OpState) ir.Type) func(*ir.Context, *ir.OpState,
	func(name string) ir.Attribute) ([]ir.Type, error) {
	return func(ctx *ir.Context, st *ir.OpState, _ func(name string) ir.Attribute) ([]ir.Type, error) {
		return []ir.Type{f(ctx, st)}, nil
	}
}

// viewedTile makes the type of the result that of a view's tiles. An array does not say what its tiles are.
func viewedTile(ctx *ir.Context, st *ir.OpState, _ func(name string) ir.Attribute) ([]ir.Type, error) {
	v, ok := st.Operands[0].Type().(*ViewType)
	if !ok {
		return nil, fmt.Errorf("%w: write them, or load from a tile.view, whose type has the shape of its tiles",
			ir.ErrNotInferred)
	}
	return []ir.Type{Of(ctx, slices.Clone(v.tile), v.array.elem)}, nil
}

// axisOf returns the attribute `axis` of an operation that is being created.
func axisOf(st *ir.OpState) int {
	if a, ok := st.GetInherent("axis").(*ir.IntegerAttr); ok {
		return int(a.Int64())
	}
	return 0
}

package tile

import (
	"fmt"

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

package tt

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// ExternElementwise defines `tt.extern_elementwise`: a function of a library of device code is called for each element.
var ExternElementwise = define(ir.OpDef{
	Name:     "tt.extern_elementwise",
	Summary:  "call of an external function for each element",
	Operands: []ir.ValueDef{{Name: "srcs", Type: anyValue, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "result", Type: anyValue}},
	Attrs: []ir.OpAttr{
		{Name: "libname", Attr: constraints.String},
		{Name: "libpath", Attr: constraints.String},
		{Name: "symbol", Attr: constraints.String},
		{Name: "pure", Attr: constraints.Bool},
	},
	Traits:     ir.Elementwise,
	Assembly:   `operands attr-dict ':' functional-type(operands, $result)`,
	Interfaces: []any{unlessPure{}},
})

// ElementwiseInlineAsm defines `tt.elementwise_inline_asm`: inline assembly is applied to the elements of tensors,
// `packed_element` consecutive elements at a time.
var ElementwiseInlineAsm = define(ir.OpDef{
	Name:     "tt.elementwise_inline_asm",
	Summary:  "inline assembly applying an elementwise operation to a group of packed elements.",
	Operands: []ir.ValueDef{{Name: "args", Type: anyValue, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "result", Type: anyValue, Arity: ir.Variadic}},
	Attrs: []ir.OpAttr{
		{Name: "asm_string", Attr: constraints.String},
		{Name: "constraints", Attr: constraints.String},
		{Name: "pure", Attr: constraints.Bool},
		{Name: "packed_element", Attr: constraints.I32Attr},
	},
	Traits:     ir.Elementwise,
	Assembly:   `$asm_string attr-dict ($args^ ':' type($args))? '->' type($result)`,
	Interfaces: []any{unlessPure{}},
	Verify: func(op *ir.Operation) error {
		pack := op.Inherent("packed_element").(*ir.IntegerAttr).Int64()
		for _, v := range op.Operands() {
			n := ir.Product(ir.TensorShape(v.Type()))
			if _, isTensor := v.Type().(*ir.TensorType); isTensor && (pack <= 0 || n%pack != 0) {
				return ir.Errorf(op.Loc(), "number of input elements %d must be a multiple of the op's packed_element "+
					"attribute, %d", n, pack)
			}
		}
		return nil
	},
})

// unlessPure says that operations with the attribute `pure` have no effects, and that others may have any effect.
type unlessPure struct{}

func pure(op *ir.Operation) bool {
	a, _ := op.Inherent("pure").(*ir.IntegerAttr)
	return a != nil && a.Bool()
}

// Effects implements [ir.MemoryEffects].
func (unlessPure) Effects(op *ir.Operation, yield func(ir.Effect) bool) {
	if !pure(op) {
		_ = yield(ir.Effect{Kind: ir.Write}) && yield(ir.Effect{Kind: ir.Read})
	}
}

// IsSpeculatable implements [ir.Speculation].
func (unlessPure) IsSpeculatable(op *ir.Operation) bool { return pure(op) }

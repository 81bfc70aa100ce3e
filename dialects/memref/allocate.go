package memref

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Alloc defines `memref.alloc`: the result is memory that lives until it is freed. Alloca defines `memref.alloca`: the
// result is memory that lives until the enclosing scope of automatic allocations ends.
var (
	Alloc  = allocation("alloc", "memory allocation operation", nil)
	Alloca = allocation("alloca", "stack memory allocation operation", verifyScope)
)

func allocation(mnemonic, summary string, verify func(op *ir.Operation) error) ir.OpDef {
	return ir.OpDef{
		Name:    "memref." + mnemonic,
		Summary: summary,
		Operands: []ir.ValueDef{
			{Name: "dynamicSizes", Type: constraints.Index, Arity: ir.Variadic},
			{Name: "symbolOperands", Type: constraints.Index, Arity: ir.Variadic},
		},
		Results:  []ir.ValueDef{{Name: "memref", Type: anyMemRef}},
		Attrs:    []ir.OpAttr{{Name: "alignment", Attr: powerOfTwo, Optional: true}},
		Traits:   ir.AttrSizedOperandSegments,
		Assembly: `'(' $dynamicSizes ')' ('' '[' $symbolOperands^ ']')? attr-dict ':' type($memref)`,
		Verify: func(op *ir.Operation) error {
			if err := verifySizes(op); err != nil || verify == nil {
				return err
			}
			return verify(op)
		},
		ResultNames: name(mnemonic),
		Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
			yield(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)})
		})},
	}
}

func verifySizes(op *ir.Operation) error {
	t := op.Result(0).Type().(*ir.MemRefType)
	dynamic := 0
	for _, d := range t.Shape() {
		if d == ir.Dynamic {
			dynamic++
		}
	}
	if from, to := op.Group(0); to-from != dynamic {
		return op.Errorf("incorrect number of dynamic sizes, has %d, expected %d", to-from, dynamic)
	}
	symbols := 0
	if m, ok := t.Layout.(*ir.AffineMapAttr); ok {
		symbols = m.Map.NumSymbols()
	}
	if from, to := op.Group(1); to-from != symbols {
		return op.Errorf("symbol operand count does not equal memref symbol count: expected %d, got %d", symbols, to-from)
	}
	return nil
}

func verifyScope(op *ir.Operation) error {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.HasTrait(ir.AutomaticAllocationScope) {
			return nil
		}
	}
	return op.Errorf("requires an ancestor op with AutomaticAllocationScope trait")
}

// Dealloc defines `memref.dealloc`.
var Dealloc = ir.OpDef{
	Name:       "memref.dealloc",
	Summary:    "memory deallocation operation",
	Operands:   []ir.ValueDef{{Name: "memref", Type: anyOrUnranked}},
	Assembly:   `$memref attr-dict ':' type($memref)`,
	Interfaces: []any{ir.OperandEffect(ir.Free, 0)},
}

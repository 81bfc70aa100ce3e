package memref

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var accessAttrs = []ir.OpAttr{
	{Name: "nontemporal", Attr: constraints.Bool, Optional: true},
	{Name: "alignment", Attr: powerOfTwo, Optional: true},
}

// Load defines `memref.load`: the result is an element of a buffer.
var Load = ir.OpDef{
	Name:    "memref.load",
	Summary: "load operation",
	Operands: []ir.ValueDef{
		{Name: "memref", Type: anyMemRef},
		{Name: "indices", Type: constraints.Index, Arity: ir.Variadic},
	},
	Results: []ir.ValueDef{{Name: "result", Type: ir.AnyType}},
	Attrs:   accessAttrs,
	TypeRules: []ir.TypeRule{{From: "memref", To: "result", Summary: "result type matches element type of 'memref'",
		Map: elementOf}},
	Assembly: `$memref '[' $indices ']' attr-dict ':' type($memref)`,
	Verify: func(op *ir.Operation) error {
		if rank := len(op.Operand(0).Type().(*ir.MemRefType).Shape()); op.NumOperands()-1 != rank {
			return op.Errorf("incorrect number of indices for load, expected %d but got %d", rank, op.NumOperands()-1)
		}
		return nil
	},
	Interfaces: []any{ir.OperandEffect(ir.Read, 0)},
}

// Store defines `memref.store`: a value is written to an element of a buffer.
var Store = ir.OpDef{
	Name:    "memref.store",
	Summary: "store operation",
	Operands: []ir.ValueDef{
		{Name: "value", Type: ir.AnyType},
		{Name: "memref", Type: anyMemRef},
		{Name: "indices", Type: constraints.Index, Arity: ir.Variadic},
	},
	Attrs: accessAttrs,
	TypeRules: []ir.TypeRule{{From: "memref", To: "value", Summary: "type of 'value' matches element type of 'memref'",
		Map: elementOf}},
	Assembly: `$value ',' $memref '[' $indices ']' attr-dict ':' type($memref)`,
	Verify: func(op *ir.Operation) error {
		if rank := len(op.Operand(1).Type().(*ir.MemRefType).Shape()); op.NumOperands()-2 != rank {
			return op.Errorf("store index operand count not equal to memref rank")
		}
		return nil
	},
	Interfaces: []any{ir.OperandEffect(ir.Write, 1)},
}

// elementOf returns the element type of a buffer, or nil for other types.
func elementOf(_ *ir.Context, t ir.Type) ir.Type {
	if m, ok := t.(*ir.MemRefType); ok {
		return m.ElementType()
	}
	return nil
}

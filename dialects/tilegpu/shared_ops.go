package tilegpu

import (
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

var shared = ir.TypeConstraint{Summary: "buffer in shared memory", Check: func(t ir.Type) bool {
	_, ok := t.(*SharedType)
	return ok
}}

// SharedAlloc defines `tilegpu.shared_alloc`: the result is a new buffer with undefined cells. It lives until the
// enclosing scope of automatic allocations ends: the kernel, or an iteration of a loop.
var SharedAlloc = ir.OpDef{
	Name:     "tilegpu.shared_alloc",
	Summary:  "new buffer in shared memory",
	Results:  []ir.ValueDef{{Name: "buffer", Type: shared}},
	Assembly: `attr-dict ':' type($buffer)`,
	Verify: func(op *ir.Operation) error {
		for p := op.Parent(); p != nil; p = p.Parent() {
			if p.HasTrait(ir.AutomaticAllocationScope) {
				return nil
			}
		}
		return op.Errorf("must be inside a kernel or another scope of automatic allocations")
	},
	Interfaces: []any{slot{}, ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
		yield(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)})
	})},
}

// SharedLoad defines `tilegpu.shared_load`: the result is the contents of a cell of a buffer. A tensor gets the layout
// of the result's type. The program first waits for earlier stores of all threads.
var SharedLoad = ir.OpDef{
	Name:     "tilegpu.shared_load",
	Summary:  "load of a cell of a buffer in shared memory",
	Operands: []ir.ValueDef{{Name: "buffer", Type: shared}, {Name: "indices", Type: constraints.I32, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "result", Type: constraints.AnyType}},
	Assembly: `$buffer '[' $indices ']' attr-dict ':' type($buffer) '->' type($result)`,
	Verify:   func(op *ir.Operation) error { return verifyCell(op, 0, op.Result(0).Type()) },

	Interfaces: []any{slotAccess{}, ir.OperandEffect(ir.Read, 0)},
}

// SharedStore defines `tilegpu.shared_store`: a value is written to a cell of a buffer. Later loads of all threads see
// it.
var SharedStore = ir.OpDef{
	Name:    "tilegpu.shared_store",
	Summary: "store to a cell of a buffer in shared memory",
	Operands: []ir.ValueDef{{Name: "value", Type: constraints.AnyType}, {Name: "buffer", Type: shared},
		{Name: "indices", Type: constraints.I32, Arity: ir.Variadic}},
	Assembly: `$value ',' $buffer '[' $indices ']' attr-dict ':' type($value) ',' type($buffer)`,
	Verify:   func(op *ir.Operation) error { return verifyCell(op, 1, op.Operand(0).Type()) },

	Interfaces: []any{slotAccess{}, ir.OperandEffect(ir.Write, 1)},
}

// verifyCell checks an access to a cell. t is the type of the value, and the buffer is operand at.
func verifyCell(op *ir.Operation, at int, t ir.Type) error {
	buffer := op.Operand(at).Type().(*SharedType)
	if n := op.NumOperands() - at - 1; n != len(buffer.shape) {
		return op.Errorf("expected %d indices, one for each size of %s, but got %d", len(buffer.shape), ir.Quote(buffer), n)
	}
	if withoutLayout(op.Context(), t) != buffer.cell {
		return op.Errorf("expected a value of type %s, with any layout, but got %s", ir.Quote(buffer.cell), ir.Quote(t))
	}
	return nil
}

// withoutLayout returns the type of a tensor without its encoding; other types stay.
func withoutLayout(ctx *ir.Context, t ir.Type) ir.Type {
	if tensor, ok := t.(*ir.TensorType); ok && EncodingOf(t) != nil {
		return ctx.TensorType(tensor.Shape(), tensor.ElementType(), nil)
	}
	return t
}

// slot implements [ir.SlotAllocation]. Until a kernel is lowered to the program of one thread, the program of a block
// is one thread of control that alone accesses its buffers. A buffer with one cell is therefore a slot if all accesses
// have the same layout.
type slot struct{}

func (slot) Slot(op *ir.Operation) (ptr *ir.Value, elem ir.Type, ok bool) {
	buffer := op.Result(0)
	if buffer.Type().(*SharedType).NumCells() != 1 {
		return nil, nil, false
	}
	for u := range buffer.Uses() {
		var t ir.Type
		switch user := u.Owner(); {
		case user.Is(&SharedLoad):
			t = user.Result(0).Type()
		case user.Is(&SharedStore):
			t = user.Operand(0).Type()
		default:
			return nil, nil, false
		}
		if elem != nil && t != elem {
			return nil, nil, false
		}
		elem = t
	}
	if elem == nil {
		elem = buffer.Type().(*SharedType).cell
	}
	return buffer, elem, true
}

func (slot) Uninitialized(b *ir.Builder, elem ir.Type) *ir.Value { return ub.NewPoison(b, elem) }

// slotAccess implements [ir.SlotAccess].
type slotAccess struct{}

func (slotAccess) Loads(op *ir.Operation, buffer *ir.Value) *ir.Value {
	if op.Is(&SharedLoad) && op.Operand(0) == buffer {
		return op.Result(0)
	}
	return nil
}

func (slotAccess) Stores(op *ir.Operation, buffer *ir.Value) *ir.Value {
	if op.Is(&SharedStore) && op.Operand(1) == buffer {
		return op.Operand(0)
	}
	return nil
}

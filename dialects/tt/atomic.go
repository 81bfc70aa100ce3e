package tt

import "github.com/girih-ir/girih/ir"

var ordering = []ir.OpAttr{required("sem", MemorySemantics), required("scope", MemoryScopes)}

// AtomicRMW defines `tt.atomic_rmw`: the value at a pointer is combined with an operand and replaced by the result,
// atomically. The result is the old value. Where the mask is false, memory is not accessed.
var AtomicRMW = define(ir.OpDef{
	Name:    "tt.atomic_rmw",
	Summary: "atomic rmw",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: ptrLike},
		{Name: "val", Type: anyValue},
		{Name: "mask", Type: boolLike, Arity: ir.Optional},
	},
	Results: []ir.ValueDef{{Name: "result", Type: anyValue}},
	Attrs:   append([]ir.OpAttr{required("atomic_rmw_op", AtomicKinds)}, ordering...),
	Traits:  ir.SameOperandsAndResultShape,
	Predicates: []ir.Predicate{
		{Summary: "ptr type matches value type", Holds: pointsTo(1)},
		{Summary: "mask type matches value type", Holds: func(op *ir.Operation) bool {
			return op.NumOperands() < 3 || op.Operand(2).Type() == withElement(op.Context(), op.Operand(1).Type(),
				op.Context().I(1))
		}},
	},
	Assembly: `$atomic_rmw_op ',' $sem ',' $scope ',' $ptr ',' $val (',' $mask^)? attr-dict ':'
		functional-type(operands, $result)`,
	Interfaces: []any{readsAndWrites},
})

// AtomicCAS defines `tt.atomic_cas`: the value at a pointer is replaced by an operand, atomically, if it equals another
// operand. The result is the old value.
var AtomicCAS = define(ir.OpDef{
	Name:    "tt.atomic_cas",
	Summary: "atomic cas",
	Operands: []ir.ValueDef{
		{Name: "ptr", Type: ptrLike},
		{Name: "cmp", Type: anyValue},
		{Name: "val", Type: anyValue},
	},
	Results:    []ir.ValueDef{{Name: "result", Type: anyValue}},
	Attrs:      ordering,
	Traits:     ir.SameOperandsAndResultShape,
	Predicates: []ir.Predicate{{Summary: "ptr type matches value type", Holds: pointsTo(2)}},
	Assembly:   `$sem ',' $scope ',' $ptr ',' $cmp ',' $val attr-dict ':' functional-type(operands, $result)`,
	Interfaces: []any{readsAndWrites},
})

// pointsTo holds if operand 0 points to values of the type of operand i.
func pointsTo(i int) func(op *ir.Operation) bool {
	return func(op *ir.Operation) bool {
		p, ok := ir.ElementOrSelf(op.Operand(0).Type()).(*PtrType)
		value := op.Operand(i).Type()
		return ok && sameShape(op.Operand(0).Type(), value) && p.pointee == ir.ElementOrSelf(value)
	}
}

package tile

import "github.com/girih-ir/girih/ir"

// touches returns effects of the given kinds on any memory. The memory that a pointer leads to is not known, and
// pointers may lead to the memory of arrays.
func touches(kinds ...ir.EffectKind) ir.EffectsFunc {
	return func(_ *ir.Operation, yield func(ir.Effect) bool) {
		for _, k := range kinds {
			if !yield(ir.Effect{Kind: k}) {
				return
			}
		}
	}
}

// accesses returns the effect of an access through operand 0. A volatile access reads and writes any memory, so that it
// is not moved.
func accesses(kind ir.EffectKind) ir.EffectsFunc {
	return func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: kind, Value: op.Operand(0)}) && op.Inherent(VolatileName) != nil &&
			yield(ir.Effect{Kind: ir.Read}) {
			yield(ir.Effect{Kind: ir.Write})
		}
	}
}

// updates returns effects that read and write the memory that operand i refers to.
func updates(i int) ir.EffectsFunc {
	return func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: ir.Read, Value: op.Operand(i)}) {
			yield(ir.Effect{Kind: ir.Write, Value: op.Operand(i)})
		}
	}
}

// speaks returns an effect on a resource. It keeps the operation and its order among operations of the same resource,
// but does not affect memory.
func speaks(resource string) ir.EffectsFunc {
	return func(_ *ir.Operation, yield func(ir.Effect) bool) {
		yield(ir.Effect{Kind: ir.Write, Resource: resource})
	}
}

package tile

import "github.com/girih-ir/girih/ir"

// touches has the given effects on any memory: where a pointer leads is not known, and arrays may be reached through
// pointers.
func touches(kinds ...ir.EffectKind) ir.EffectsFunc {
	return func(_ *ir.Operation, yield func(ir.Effect) bool) {
		for _, k := range kinds {
			if !yield(ir.Effect{Kind: k}) {
				return
			}
		}
	}
}

// accesses is an access through operand 0. A volatile one must stay where it is: it counts as reading and writing any
// memory.
func accesses(kind ir.EffectKind) ir.EffectsFunc {
	return func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: kind, Value: op.Operand(0)}) && op.Inherent(VolatileName) != nil &&
			yield(ir.Effect{Kind: ir.Read}) {
			yield(ir.Effect{Kind: ir.Write})
		}
	}
}

// updates reads and writes what operand i refers to.
func updates(i int) ir.EffectsFunc {
	return func(op *ir.Operation, yield func(ir.Effect) bool) {
		if yield(ir.Effect{Kind: ir.Read, Value: op.Operand(i)}) {
			yield(ir.Effect{Kind: ir.Write, Value: op.Operand(i)})
		}
	}
}

// speaks has an effect that keeps an operation and its order among those of the same resource, but leaves memory alone.
func speaks(resource string) ir.EffectsFunc {
	return func(_ *ir.Operation, yield func(ir.Effect) bool) {
		yield(ir.Effect{Kind: ir.Write, Resource: resource})
	}
}

package tile

import "github.com/girih-ir/girih/ir"

// effects implements [ir.MemoryEffects] by a function.
type effects func(op *ir.Operation, yield func(ir.Effect) bool)

// Effects implements [ir.MemoryEffects].
func (e effects) Effects(op *ir.Operation, yield func(ir.Effect) bool) { e(op, yield) }

// touches has the given effects on any memory: where a pointer leads is not known, and arrays may be reached through
// pointers.
func touches(kinds ...ir.EffectKind) effects {
	return func(_ *ir.Operation, yield func(ir.Effect) bool) {
		for _, k := range kinds {
			if !yield(ir.Effect{Kind: k}) {
				return
			}
		}
	}
}

// speaks has an effect that keeps an operation and its order among those of the same resource, but leaves memory alone.
func speaks(resource string) effects {
	return func(_ *ir.Operation, yield func(ir.Effect) bool) {
		yield(ir.Effect{Kind: ir.Write, Resource: resource})
	}
}

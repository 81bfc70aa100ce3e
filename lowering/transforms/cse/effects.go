package cse

import "github.com/girih-ir/girih/ir"

// effects is a set of effects that an operation may have on memory.
type effects uint8

const (
	none    effects = 0
	unknown effects = 1 << 7 // beside the bits of ir.EffectKind
)

// mayWrite reports whether later reads of memory may see something else.
func (e effects) mayWrite() bool { return e&(unknown|effects(ir.Write)) != 0 }

// effectsOf returns the effects of an operation, given the effects of the operations in its regions.
func effectsOf(op *ir.Operation, inside effects) effects {
	recursive := op.HasTrait(ir.RecursiveMemoryEffects)
	if op.HasTrait(ir.NoMemoryEffect) && !recursive {
		return none
	}
	own := none
	if m, ok := ir.InterfaceOf[ir.MemoryEffects](op); ok {
		own = listed(op, m)
	} else if !recursive && !op.HasTrait(ir.NoMemoryEffect) {
		return unknown
	}
	if recursive {
		return own | inside
	}
	return own
}

// listed returns the effects that an operation lists, without those of its regions.
func listed(op *ir.Operation, m ir.MemoryEffects) (e effects) {
	m.Effects(op, func(f ir.Effect) bool {
		e |= effects(f.Kind)
		return true
	})
	return e
}

// readsOnly reports whether op itself reads memory and does nothing else to it.
func readsOnly(op *ir.Operation, e effects) bool {
	return e == effects(ir.Read) && !op.HasTrait(ir.RecursiveMemoryEffects)
}

// isDead reports whether op, which has the effects e, can be erased because it has no visible effect.
func isDead(op *ir.Operation, e effects) bool {
	for i := range op.NumResults() {
		if op.Result(i).HasUses() {
			return false
		}
	}
	switch {
	case e&unknown != 0:
		return false
	case e&^effects(ir.Read) == 0:
		return !op.HasTrait(ir.Symbol)
	}
	return ir.WouldBeTriviallyDead(op)
}

package ir

import "slices"

// EffectKind is what an operation does to memory.
type EffectKind uint8

// The kinds of effects, as bits so that sets of them can be formed.
const (
	Read EffectKind = 1 << iota
	Write
	Allocate
	Free
)

// Effect is one effect of an operation on memory.
type Effect struct {
	Kind EffectKind
	// Value is the operand, result or block argument that points to the memory; nil for any memory of the resource.
	Value *Value
	// Resource names a resource other than memory, such as "device print"; it is empty for memory. Resources of different
	// names never alias.
	Resource string
}

// MemoryEffects is the interface of operations that list their own effects on memory, without those of the operations
// in their regions (see [RecursiveMemoryEffects]). An operation that neither implements it nor has [NoMemoryEffect] or
// [RecursiveMemoryEffects] may do anything.
type MemoryEffects interface {
	// Effects calls yield for every effect, until it returns false.
	Effects(op *Operation, yield func(Effect) bool)
}

// EffectsFunc implements [MemoryEffects].
type EffectsFunc func(op *Operation, yield func(Effect) bool)

// Effects implements [MemoryEffects].
func (f EffectsFunc) Effects(op *Operation, yield func(Effect) bool) { f(op, yield) }

// OperandEffect implements [MemoryEffects] for operations with a single effect, on the memory that operand i points to.
func OperandEffect(kind EffectKind, i int) EffectsFunc {
	return func(op *Operation, yield func(Effect) bool) { yield(Effect{Kind: kind, Value: op.Operand(i)}) }
}

// Speculation is the interface of operations that may be executed speculatively under a condition on their operands or
// attributes, such as a divisor that is a constant other than zero.
type Speculation interface {
	IsSpeculatable(op *Operation) bool
}

// VisitEffects calls yield for every effect of op and of the operations in its regions, until it returns false. It
// reports whether all effects are known; when they are not, yield may have seen some of them.
func VisitEffects(op *Operation, yield func(op *Operation, e Effect) bool) (known bool) {
	known, _ = visitEffects(op, yield)
	return known
}

// visitEffects is VisitEffects that also reports whether yield has returned false.
func visitEffects(op *Operation, yield func(op *Operation, e Effect) bool) (known, stopped bool) {
	recursive := op.HasTrait(RecursiveMemoryEffects)
	switch effects, ok := InterfaceOf[MemoryEffects](op); {
	case ok:
		if visitOwn(op, effects, yield) {
			return true, true
		}
	case !recursive && !op.HasTrait(NoMemoryEffect):
		return false, false
	}
	if !recursive {
		return true, false
	}
	for inner := range op.Nested() {
		if known, stopped = visitEffects(inner, yield); !known || stopped {
			return known, stopped
		}
	}
	return true, false
}

// visitOwn visits the effects that op itself has, and reports whether yield has returned false.
func visitOwn(op *Operation, effects MemoryEffects, yield func(op *Operation, e Effect) bool) (stopped bool) {
	effects.Effects(op, func(e Effect) bool {
		stopped = !yield(op, e)
		return !stopped
	})
	return stopped
}

// HasNoEffect reports whether op, with everything in its regions, has no effects on memory.
func HasNoEffect(op *Operation) bool {
	if op.HasTrait(NoMemoryEffect) && !op.HasTrait(RecursiveMemoryEffects) {
		return true
	}
	none := true
	known := VisitEffects(op, func(*Operation, Effect) bool {
		none = false
		return false
	})
	return known && none
}

// IsSpeculatable reports whether op may be executed where the original program does not execute it: for its operands
// and attributes it has neither undefined behaviour nor side effects.
func IsSpeculatable(op *Operation) bool {
	if s, ok := InterfaceOf[Speculation](op); ok {
		return s.IsSpeculatable(op)
	}
	if op.HasTrait(AlwaysSpeculatable) {
		return true
	}
	if !op.HasTrait(RecursivelySpeculatable) {
		return false
	}
	for inner := range op.Nested() {
		if !IsSpeculatable(inner) {
			return false
		}
	}
	return true
}

// IsPure reports whether op can be erased when unused, duplicated, and moved to wherever its operands are defined.
func IsPure(op *Operation) bool { return IsSpeculatable(op) && HasNoEffect(op) }

// IsTriviallyDead reports whether op can be erased without a difference to the program: its results have no uses and
// [WouldBeTriviallyDead] holds.
func IsTriviallyDead(op *Operation) bool {
	for i := range op.results() {
		if op.results()[i].HasUses() {
			return false
		}
	}
	return WouldBeTriviallyDead(op)
}

// EraseDead erases op if its results have no uses and isDead accepts it, and then, likewise, the operations that define
// its operands. It does nothing if op is nil.
func EraseDead(op *Operation, isDead func(op *Operation) bool) {
	erased := make(map[*Operation]bool)
	for todo := []*Operation{op}; len(todo) > 0; {
		op, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if op == nil || erased[op] || slices.ContainsFunc(op.ResultValues(), (*Value).HasUses) || !isDead(op) {
			continue
		}
		for _, v := range op.OperandValues() {
			todo = append(todo, v.DefiningOp())
		}
		erased[op] = true
		op.Erase()
	}
}

// WouldBeTriviallyDead reports whether op could be erased if its results were unused. It must not be a terminator or a
// symbol, and may have no effects other than reading memory, allocating it, and writing to its own allocations.
func WouldBeTriviallyDead(op *Operation) bool {
	if op.info.traits&(Terminator|Symbol) != 0 {
		return false
	}
	if op.info.traits&(NoMemoryEffect|RecursiveMemoryEffects) == NoMemoryEffect {
		return true
	}
	if _, known := InterfaceOf[MemoryEffects](op); !known && op.info.traits&RecursiveMemoryEffects == 0 {
		return false
	}
	var allocated []*Value
	harmless := true
	known := VisitEffects(op, func(by *Operation, e Effect) bool {
		switch e.Kind {
		case Allocate:
			harmless = e.Value != nil && e.Value.op() == by
			allocated = append(allocated, e.Value)
		case Write, Free:
			harmless = e.Value != nil && slices.Contains(allocated, e.Value)
		}
		return harmless
	})
	return known && harmless
}

// View is the interface of operations whose only result refers to memory of one of their operands, such as a part of an
// array, or the same bytes under another type.
type View interface {
	// ViewSource returns that operand of op.
	ViewSource(op *Operation) *Value
}

// SlotAllocation is the interface of operations that allocate memory for one value. mem2reg replaces such a slot by SSA
// values if only loads and stores of the whole slot use it.
type SlotAllocation interface {
	// Slot returns the pointer to the slot and the type of its value; ok is false if it holds more than one value.
	Slot(op *Operation) (ptr *Value, elem Type, ok bool)
	// Uninitialized returns the value of a slot before anything is stored in it.
	Uninitialized(b *Builder, elem Type) *Value
}

// SlotAccess is the interface of operations that load from or store to a slot.
type SlotAccess interface {
	// Loads returns the result that op loads from a slot, or nil.
	Loads(op *Operation, ptr *Value) *Value
	// Stores returns the value that op stores to a slot, or nil.
	Stores(op *Operation, ptr *Value) *Value
}

package ir

// SlotAllocation is the interface of operations that allocate memory for one value, which can live in values instead
// when only loads and stores of the whole slot use it.
type SlotAllocation interface {
	// Slot returns the pointer to the slot and the type of what it holds; ok is false when it holds more than a value.
	Slot(op *Operation) (ptr *Value, elem Type, ok bool)
	// Uninitialized returns what a slot holds before something is stored in it.
	Uninitialized(b *Builder, elem Type) *Value
}

// SlotAccess is the interface of operations that load from or store to a slot.
type SlotAccess interface {
	// Loads returns the result that op loads from a slot, or nil.
	Loads(op *Operation, ptr *Value) *Value
	// Stores returns the value that op stores to a slot, or nil.
	Stores(op *Operation, ptr *Value) *Value
}

package ir

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

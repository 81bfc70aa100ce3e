package ir

// FirstUse returns the latest use of v, or nil. FirstUse and [Operand.NextUse] step through the uses where a loop over
// [Value.Uses] is not possible.
func (v *Value) FirstUse() *Operand { return v.uses }

// NextUse returns the use of the same value that comes after o, or nil.
func (o *Operand) NextUse() *Operand { return o.next }

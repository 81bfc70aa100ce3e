package ir

// FirstUse returns the latest use of v, or nil; with [Operand.NextUse] it steps through the uses where a loop over
// [Value.Uses] does not fit.
func (v *Value) FirstUse() *Operand { return v.uses }

// NextUse returns the use of the same value that comes after o, or nil.
func (o *Operand) NextUse() *Operand { return o.next }

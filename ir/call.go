package ir

// Callable is the interface of operations that calls run, such as functions.
type Callable interface {
	// CallableRegion returns the region that a call runs, or nil for a declaration. Its entry block's arguments receive
	// the call's, its [ReturnLike] terminators give the call's results.
	CallableRegion(op *Operation) *Region
	// CallableResults returns the types of what a call results in.
	CallableResults(op *Operation) []Type
}

// Call is the interface of operations that run a [Callable].
type Call interface {
	// Callee returns the symbol of what is called or, for an indirect call, the value; the other one is nil.
	Callee(op *Operation) (*SymbolRefAttr, *Value)
	// CallArguments returns the range of op's operands that the callee's arguments receive.
	CallArguments(op *Operation) (from, to int)
}

// CallableRegionOf returns the region that calls of op run; nil if op is no [Callable] or a declaration.
func CallableRegionOf(op *Operation) *Region {
	c, ok := InterfaceOf[Callable](op)
	if !ok {
		return nil
	}
	if r := c.CallableRegion(op); r != nil && !r.IsEmpty() {
		return r
	}
	return nil
}

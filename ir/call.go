package ir

// Callable is the interface of operations that a call can run, such as functions.
type Callable interface {
	// CallableRegion returns the region that a call runs, or nil for a declaration. The arguments of the call become
	// the arguments of its entry block, and the operands of its [ReturnLike] terminators become the results of the
	// call.
	CallableRegion(op *Operation) *Region
	// CallableResults returns the types of a call's results.
	CallableResults(op *Operation) []Type
}

// Call is the interface of operations that run a [Callable].
type Call interface {
	// Callee returns the symbol that is called or, for an indirect call, the called value. The other result is nil.
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

package function

import "github.com/girih-ir/girih/ir"

// Callable implements [ir.Callable] for function-like operations, whose type is an [ir.FunctionType].
type Callable struct{}

// CallableRegion returns the body, or nil for a declaration.
func (Callable) CallableRegion(op *ir.Operation) *ir.Region {
	if r := op.Region(0); !r.IsEmpty() {
		return r
	}
	return nil
}

// CallableResults returns the results of the function type.
func (Callable) CallableResults(op *ir.Operation) []ir.Type { return Type(op).Results }

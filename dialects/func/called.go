package fn

import "github.com/girih-ir/girih/ir"

// Called returns the functions of a module that other operations of the module call, directly or through other
// functions, in the module's order. It omits declarations.
func Called(module *ir.Operation, by ...*ir.Operation) (out []*ir.Operation) {
	called := make(map[*ir.Operation]bool)
	var visit func(op *ir.Operation)
	visit = func(op *ir.Operation) {
		op.Walk(func(inner *ir.Operation) bool {
			if !inner.Is(&CallOp) {
				return true
			}
			target := ir.ResolveSymbol(inner, inner.Inherent("callee").(*ir.SymbolRefAttr))
			if f, ok := AsFunc(target); ok && !f.IsDeclaration() && !called[target] {
				called[target] = true
				visit(target)
			}
			return true
		})
	}
	for _, op := range by {
		visit(op)
	}
	for op := range module.Region(0).Entry().Ops() {
		if called[op] {
			out = append(out, op)
		}
	}
	return out
}

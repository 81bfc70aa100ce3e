package tile

import "github.com/girih-ir/girih/ir"

// wholeName is the discardable attribute of an operation that does a part of the work of an operation in the source. It
// has the types of the source operation's operands and results.
const wholeName = "tile.whole"

// SetWholeTypes records on part the types of the operands and results of the operation that it is a part of.
func SetWholeTypes(part, of *ir.Operation) {
	if a := of.Attr(wholeName); a != nil {
		part.SetAttr(wholeName, a)
		return
	}
	var types []ir.Attribute
	for _, v := range of.Operands() {
		types = append(types, of.Context().TypeAttr(v.Type()))
	}
	for _, v := range of.Results() {
		types = append(types, of.Context().TypeAttr(v.Type()))
	}
	part.SetAttr(wholeName, of.Context().Array(types...))
}

// WholeTypes returns the types that the operands and results of an operation had in the source, before the operation
// was divided; nil if it was not divided.
func WholeTypes(op *ir.Operation) []ir.Type {
	a, ok := op.Attr(wholeName).(*ir.ArrayAttr)
	if !ok || len(a.Elems) != op.NumOperands()+op.NumResults() {
		return nil
	}
	types := make([]ir.Type, len(a.Elems))
	for i, e := range a.Elems {
		t, ok := e.(*ir.TypeAttr)
		if !ok {
			return nil
		}
		types[i] = t.Value
	}
	return types
}

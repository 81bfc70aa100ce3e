package function

import "github.com/girih-ir/girih/ir"

// View is a view of a function whose type is an [ir.FunctionType]. Dialects embed it in the views of their functions.
type View struct{ *ir.Operation }

// SymName returns the function's name.
func (v View) SymName() string { return ir.SymbolNameOf(v.Operation) }

// Type returns the function's type.
func (v View) Type() *ir.FunctionType { return Type(v.Operation) }

// Body returns the function's region.
func (v View) Body() *ir.Region { return v.Region(0) }

// Entry returns the entry block, or nil for a declaration.
func (v View) Entry() *ir.Block { return v.Region(0).Entry() }

// IsDeclaration reports whether the function has no body.
func (v View) IsDeclaration() bool { return v.Region(0).IsEmpty() }

// ArgAttrs returns the attributes of argument i, or nil for none.
func (v View) ArgAttrs(i int) *ir.DictAttr { return ArgAttrsOf(v.Operation, i) }

// ArgAttrsOf returns the attributes of argument i of a function-like operation, or nil for none.
func ArgAttrsOf(op *ir.Operation, i int) *ir.DictAttr { return at(dicts(op, ArgAttrs), i) }

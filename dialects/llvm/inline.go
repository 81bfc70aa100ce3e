package llvm

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/function"
	"github.com/girih-ir/girih/pass/analysis/alias"
)

// callOf implements [ir.Call].
type callOf struct{}

func (callOf) Callee(op *ir.Operation) (*ir.SymbolRefAttr, *ir.Value) {
	if ref := Callee(op); ref != nil {
		return ref, nil
	}
	return nil, op.Operand(0)
}

func (callOf) CallArguments(op *ir.Operation) (from, to int) {
	from, to = op.Group(0)
	if Callee(op) == nil {
		from++
	}
	return from, to
}

// callable implements [ir.Callable] and [alias.Apart].
type callable struct{}

var _ alias.Apart = callable{}

// Attributes of pointer arguments.
const (
	// NoAlias says that memory reached through this argument is not reached through anything else if it is written.
	NoAlias = "llvm.noalias"
	// ByVal gives the type of an argument that is passed by value through a pointer.
	ByVal = "llvm.byval"
	// ReadOnly says that nothing is written through the argument.
	ReadOnly = "llvm.readonly"
)

// IsArgumentApart reports whether an argument has the attribute [NoAlias].
func (callable) IsArgumentApart(op *ir.Operation, i int) bool {
	return Func{op}.ArgAttr(i, NoAlias) != nil
}

func (callable) CallableRegion(op *ir.Operation) *ir.Region {
	if r := op.Region(0); !r.IsEmpty() {
		return r
	}
	return nil
}

func (callable) CallableResults(op *ir.Operation) []ir.Type {
	result := Func{op}.Type().Result
	if _, void := result.(*VoidType); void {
		return nil
	}
	return []ir.Type{result}
}

// exactLinkages are the linkages of functions whose body in the module, or an equivalent one, is always the one that
// runs.
var exactLinkages = []string{"external", "available_externally", "linkonce_odr", "weak_odr", "internal", "private"}

// mayInline reports whether a call may be replaced by the function's body: no attribute forbids it, the linker does not
// choose another body, and the parameters are passed unchanged.
func mayInline(call, callee *ir.Operation) bool {
	f, ok := AsFunc(callee)
	if !ok || f.Inherent("no_inline") != nil || f.Inherent("passthrough") != nil || hasPersonality(callee) ||
		!slices.Contains(exactLinkages, f.Linkage()) || TailCallKind.Of(call, "TailCallKind") == "musttail" {
		return false
	}
	args, _ := f.Inherent(function.ArgAttrs).(*ir.ArrayAttr)
	if args == nil {
		return true
	}
	return !slices.ContainsFunc(args.Elems, func(a ir.Attribute) bool {
		d, _ := a.(*ir.DictAttr)
		return d.Get("llvm.byval") != nil
	})
}

// hasPersonality reports whether a function has an exception handler of its own, which its caller may not share.
func hasPersonality(f *ir.Operation) bool {
	return f.Inherent("personality") != nil || f.Attrs().Get("personality") != nil
}

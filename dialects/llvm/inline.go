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
type callable struct{ function.Callable }

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

// Intrinsics for the stack and for lifetimes of memory on it (LLVM Language Reference, "Memory Use Markers"). StackSave
// returns the state of the stack, and StackRestore restores it, which frees later allocations. The memory of an alloca
// has contents between LifetimeStart and LifetimeEnd; they are initially undefined.
var (
	StackSave = ir.OpDef{
		Name:     "llvm.intr.stacksave",
		Summary:  "intrinsic 'llvm.stacksave' of LLVM IR",
		Results:  []ir.ValueDef{{Name: "res", Type: anyType}},
		Assembly: `attr-dict ':' type($res)`,
	}
	StackRestore  = marker("stackrestore")
	LifetimeStart = marker("lifetime.start")
	LifetimeEnd   = marker("lifetime.end")
)

func marker(name string) ir.OpDef {
	return ir.OpDef{
		Name:     "llvm.intr." + name,
		Summary:  "intrinsic 'llvm." + name + "' of LLVM IR",
		Operands: []ir.ValueDef{{Name: "ptr", Type: anyPointer}},
		Assembly: `$ptr attr-dict ':' type($ptr)`,
	}
}

// hoistAllocas keeps the stack from growing each time an inlined body runs. Allocas of constant size in the first block
// of the body move to the start of the region around the call, and their lifetimes are marked. Other allocas are freed
// at the end of the body. Upstream's LLVMInlining does the same.
//
// Before:
//
//	^loop:
//	  llvm.call @f() : () -> () // which has an alloca of one element, and one of %n elements
//	  llvm.br ^loop
//
// After:
//
//	  %p = llvm.alloca %one x f32 : (i32) -> !llvm.ptr
//	^loop:
//	  %s = llvm.intr.stacksave : !llvm.ptr
//	  llvm.intr.lifetime.start %p : !llvm.ptr
//	  %q = llvm.alloca %n x f32 : (i32) -> !llvm.ptr
//	  ...
//	  llvm.intr.stackrestore %s : !llvm.ptr
//	  llvm.intr.lifetime.end %p : !llvm.ptr
//	  llvm.br ^loop
func hoistAllocas(call *ir.Operation, body ir.InlinedBody) {
	top := allocationBlock(call)
	if top == nil {
		return
	}
	var moving []*ir.Operation
	var first *ir.Operation
	dynamic := false
	for op := range body.Entry {
		if first == nil {
			first = op
		}
		if !op.Is(&Alloca) {
			continue
		}
		if _, constant := ir.ConstantOf(op.Operand(0)).(*ir.IntegerAttr); constant {
			moving = append(moving, op)
		} else {
			dynamic = true
		}
	}
	for op := range body.Rest {
		dynamic = dynamic || op.Is(&Alloca) && ir.ConstantOf(op.Operand(0)) == nil
	}
	b := ir.NewBuilder(call.Context())
	b.CopyLoc(call)
	var saved *ir.Value
	if dynamic {
		st := b.Before(first).State(&StackSave)
		st.Types = append(st.Types, Ptr(call.Context(), 0))
		saved = b.Create(st).Result(0)
	}
	var marked []*ir.Operation
	b.AtStart(top)
	for _, alloca := range moving {
		if startLifetime(alloca) {
			marked = append(marked, alloca)
		}
		b.CopyLoc(alloca)
		size := NewInt(b, alloca.Operand(0).Type(), ir.ConstantOf(alloca.Operand(0)).(*ir.IntegerAttr).Int64())
		alloca.MoveBefore(size.DefiningOp().Next())
		alloca.SetOperand(0, size)
		b.After(alloca)
	}
	for _, end := range body.Ends {
		b.Before(end).CopyLoc(call)
		if saved != nil {
			b.Build(&StackRestore, []*ir.Value{saved})
		}
		for _, alloca := range marked {
			b.CopyLoc(alloca)
			b.Build(&LifetimeEnd, []*ir.Value{alloca.Result(0)})
		}
	}
}

// allocationBlock returns the first block of the innermost region around a call that is a scope of stack allocations;
// nil if there is none.
func allocationBlock(call *ir.Operation) *ir.Block {
	for op := call; op.Parent() != nil; op = op.Parent() {
		if around := op.Parent(); around.HasTrait(ir.IsolatedFromAbove) || around.HasTrait(ir.AutomaticAllocationScope) {
			return op.ParentRegion().Entry()
		}
	}
	return nil
}

// startLifetime creates the start of an alloca's lifetime, unless the alloca has no elements or the program marks its
// lifetime. It reports whether it did.
func startLifetime(alloca *ir.Operation) bool {
	size := ir.ConstantOf(alloca.Operand(0)).(*ir.IntegerAttr)
	if size.Int64() == 0 || hasLifetime(alloca.Result(0)) {
		return false
	}
	b := ir.NewBuilder(alloca.Context()).Before(alloca)
	b.CopyLoc(alloca)
	b.Build(&LifetimeStart, []*ir.Value{alloca.Result(0)})
	return true
}

func hasLifetime(v *ir.Value) bool {
	for use := range v.Uses() {
		switch op := use.Owner(); {
		case op.Is(&LifetimeStart), op.Is(&LifetimeEnd):
			return true
		case op.Is(&Bitcast) && hasLifetime(op.Result(0)):
			return true
		}
	}
	return false
}

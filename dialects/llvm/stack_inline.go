package llvm

import "github.com/girih-ir/girih/ir"

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

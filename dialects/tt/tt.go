// Package tt defines the dialect `tt`: Triton's IR, which is the tile programs that Triton's front end generates from
// Python kernels. Names, syntax, rules and messages are those of Triton 3.6 (triton-lang/triton,
// include/triton/Dialect/Triton/IR). Text that Triton prints can be parsed, and is printed unchanged.
//
// As in Triton, the dialect is used together with arith, math, scf, cf, ub and gpu. This package only defines the
// dialect. Package lowering/importtt converts it to dialect tile, on which all transformations work. The layouts and
// operations of Triton's later stages (ttg, ttng) are not supported.
//
// Pointers and descriptors are in types.go. memory.go, descriptor.go and atomic.go have the operations that access
// memory; shape.go, dot.go and region.go have those that compute.
package tt

import "github.com/girih-ir/girih/ir"

// Dialect is the dialect `tt`.
var Dialect = &ir.Dialect{
	Name:    "tt",
	Summary: "Tile programs as Triton's front end writes them",
	Ops: []*ir.OpDef{
		&AddPtr, &Advance, &Assert, &AtomicCAS, &AtomicRMW, &Bitcast, &Broadcast, &CallOp, &Cat, &ClampF,
		&DescriptorGather, &DescriptorLoad, &DescriptorReduce, &DescriptorScatter, &DescriptorStore, &Dot, &DotScaled,
		&ElementwiseInlineAsm, &ExpandDims, &ExternElementwise, &FpToFp, &FuncOp, &Gather, &GetNumPrograms,
		&GetProgramID, &Histogram, &IntToPtr, &Join, &Load, &MakeRange, &MakeTensorDescriptor, &MakeTensorPtr,
		&MapElementwise, &MapElementwiseReturn, &MulhiUI, &PreciseDivF, &PreciseSqrt, &Print, &PtrToInt, &Reduce,
		&ReduceReturn, &Reshape, &Return, &Scan, &ScanReturn, &Splat, &Split, &Store, &Trans, &Unsplat,
	},
	Types:    []*ir.TypeDef{&ptrDef, &tensorDescDef},
	Inlining: &ir.Inlining{Call: mayInline},
}

// define adds the rules of the dialect to the definition of an operation: the number of elements of a tensor is a power
// of two and is at most maxElements.
func define(def ir.OpDef) ir.OpDef {
	verify := def.Verify
	def.Verify = func(op *ir.Operation) error {
		if err := verifySizes(op); err != nil || verify == nil {
			return err
		}
		return verify(op)
	}
	return def
}

// maxElements is the maximum number of elements of a tensor.
const maxElements = 1 << 20

func verifySizes(op *ir.Operation) error {
	for i := range op.NumOperands() {
		if err := verifySize(op, op.Operand(i).Type()); err != nil {
			return err
		}
	}
	for i := range op.NumResults() {
		if err := verifySize(op, op.Result(i).Type()); err != nil {
			return err
		}
	}
	return nil
}

func verifySize(op *ir.Operation, t ir.Type) error {
	tensor, ok := t.(*ir.TensorType)
	if !ok {
		return nil
	}
	n := ir.Product(tensor.Shape())
	switch {
	case n > maxElements:
		return ir.Errorf(op.Loc(), "Maximum allowed number of elements is %d, but %s has more than that", maxElements,
			shown(op))
	case n <= 0 || n&(n-1) != 0:
		return ir.Errorf(op.Loc(), "Number of elements must be power-of-two, but %s doesn't follow the rule (%d) elements",
			shown(op), n)
	}
	return nil
}

// shown returns the text of an operation for a message.
func shown(op *ir.Operation) string {
	if text := op.Context().OpText; text != nil {
		return text(op)
	}
	return "'" + op.Name() + "'"
}

// effects implements [ir.MemoryEffects] with a function.
type effects func(op *ir.Operation, yield func(ir.Effect) bool)

// Effects implements [ir.MemoryEffects].
func (e effects) Effects(op *ir.Operation, yield func(ir.Effect) bool) { e(op, yield) }

// globalMemory is the resource that accesses through pointers and descriptors affect.
const globalMemory = "global memory"

// reads, writes and readsAndWrites are the effects of operations on global memory.
var (
	reads  = effects(func(_ *ir.Operation, yield func(ir.Effect) bool) { yield(global(ir.Read)) })
	writes = effects(func(_ *ir.Operation, yield func(ir.Effect) bool) { yield(global(ir.Write)) })

	readsAndWrites = effects(func(_ *ir.Operation, yield func(ir.Effect) bool) {
		_ = yield(global(ir.Read)) && yield(global(ir.Write))
	})
)

func global(kind ir.EffectKind) ir.Effect { return ir.Effect{Kind: kind, Resource: globalMemory} }

package memref

import (
	"slices"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
	"github.com/girih-ir/girih/rewrite"
)

// Alloc defines `memref.alloc`: the result is memory that lives until it is freed. Alloca defines `memref.alloca`: the
// result is memory that lives until the enclosing scope of automatic allocations ends.
var (
	Alloc  = allocation("alloc", "memory allocation operation", nil)
	Alloca = allocation("alloca", "stack memory allocation operation", verifyScope)
)

func allocation(mnemonic, summary string, verify func(op *ir.Operation) error) ir.OpDef {
	return ir.OpDef{
		Name:    "memref." + mnemonic,
		Summary: summary,
		Operands: []ir.ValueDef{
			{Name: "dynamicSizes", Type: constraints.Index, Arity: ir.Variadic},
			{Name: "symbolOperands", Type: constraints.Index, Arity: ir.Variadic},
		},
		Results:  []ir.ValueDef{{Name: "memref", Type: anyMemRef}},
		Attrs:    []ir.OpAttr{{Name: "alignment", Attr: powerOfTwo, Optional: true}},
		Traits:   ir.AttrSizedOperandSegments,
		Assembly: `'(' $dynamicSizes ')' ('' '[' $symbolOperands^ ']')? attr-dict ':' type($memref)`,
		Verify: func(op *ir.Operation) error {
			if err := verifySizes(op); err != nil || verify == nil {
				return err
			}
			return verify(op)
		},
		ResultNames: name(mnemonic),
		Interfaces: []any{ir.EffectsFunc(func(op *ir.Operation, yield func(ir.Effect) bool) {
			yield(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)})
		})},
	}
}

func verifySizes(op *ir.Operation) error {
	t := op.Result(0).Type().(*ir.MemRefType)
	dynamic := 0
	for _, d := range t.Shape() {
		if d == ir.Dynamic {
			dynamic++
		}
	}
	if from, to := op.Group(0); to-from != dynamic {
		return op.Errorf("incorrect number of dynamic sizes, has %d, expected %d", to-from, dynamic)
	}
	symbols := 0
	if m, ok := t.Layout.(*ir.AffineMapAttr); ok {
		symbols = m.Map.NumSymbols()
	}
	if from, to := op.Group(1); to-from != symbols {
		return op.Errorf("symbol operand count does not equal memref symbol count: expected %d, got %d", symbols, to-from)
	}
	return nil
}

func verifyScope(op *ir.Operation) error {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.HasTrait(ir.AutomaticAllocationScope) {
			return nil
		}
	}
	return op.Errorf("requires an ancestor op with AutomaticAllocationScope trait")
}

// Dealloc defines `memref.dealloc`.
var Dealloc = ir.OpDef{
	Name:       "memref.dealloc",
	Summary:    "memory deallocation operation",
	Operands:   []ir.ValueDef{{Name: "memref", Type: anyOrUnranked}},
	Assembly:   `$memref attr-dict ':' type($memref)`,
	Interfaces: []any{ir.OperandEffect(ir.Free, 0)},
}

func isAllocation(op *ir.Operation) bool { return op.Is(&Alloc) || op.Is(&Alloca) }

// dynamicSize returns the operand of an allocation for the size of dimension i, which is dynamic.
func dynamicSize(allocation *ir.Operation, i int) *ir.Value {
	shape := allocation.Result(0).Type().(*ir.MemRefType).Shape()
	before := 0
	for _, d := range shape[:i] {
		if d == ir.Dynamic {
			before++
		}
	}
	return allocation.Operand(before)
}

// makeSizesStatic moves constant sizes into the type of the allocated memory, and casts the result.
//
// Before:
//
//	%c4 = arith.constant 4 : index
//	%m = memref.alloc(%c4) : memref<?xf32>
//
// After:
//
//	%n = memref.alloc() : memref<4xf32>
//	%m = memref.cast %n : memref<4xf32> to memref<?xf32>
func makeSizesStatic(rw *rewrite.Rewriter, op *ir.Operation) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	shape := slices.Clone(t.Shape())
	st := rw.State(op.Def())
	for i, d := range shape {
		if d != ir.Dynamic {
			continue
		}
		size := dynamicSize(op, i)
		if c, ok := ir.ConstantOf(size).(*ir.IntegerAttr); ok && c.Int64() >= 0 {
			shape[i] = c.Int64()
		} else {
			st.Operands = append(st.Operands, size)
		}
	}
	if slices.Equal(shape, t.Shape()) {
		return false
	}
	sizes := len(st.Operands)
	from, to := op.Group(1)
	st.Operands = append(st.Operands, op.OperandValues()[from:to]...)
	st.SetSegments(int32(sizes), int32(to-from))
	st.SetInherent("alignment", op.Inherent("alignment"))
	static := rw.Context().MemRefType(shape, t.ElementType(), t.Layout, t.MemorySpace)
	st.Types = append(st.Types, static)
	cast := rw.State(&Cast)
	cast.Operands, cast.Types = []*ir.Value{rw.Create(st).Result(0)}, []ir.Type{t}
	rw.ReplaceWithOp(op, rw.Create(cast))
	return true
}

// eraseOnlyWritten removes memory that is only stored to and freed, together with these operations.
func eraseOnlyWritten(rw *rewrite.Rewriter, op *ir.Operation) bool {
	var users []*ir.Operation
	for u := range op.Result(0).Uses() {
		user := u.Owner()
		switch {
		case user.Is(&Dealloc):
		case user.Is(&Store) && user.Operand(0) != op.Result(0):
		default:
			return false
		}
		users = append(users, user)
	}
	for _, user := range users {
		rw.Erase(user)
	}
	rw.Erase(op)
	return true
}

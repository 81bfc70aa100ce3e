package arithtollvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// unrolled replaces op by the value that build makes from its converted operands. If the result type t is an array,
// unrolled calls build for each vector in it: it extracts the vectors from the operands, and inserts the results into
// an array.
//
// Before:
//
//	%s = arith.addi %v, %w : vector<2x3xi32>
//
// After:
//
//	%p = llvm.mlir.poison : !llvm.array<2 x vector<3xi32>>
//	%v0 = llvm.extractvalue %v[0] : !llvm.array<2 x vector<3xi32>>
//	%w0 = llvm.extractvalue %w[0] : !llvm.array<2 x vector<3xi32>>
//	%s0 = llvm.add %v0, %w0 : vector<3xi32>
//	%p0 = llvm.insertvalue %s0, %p[0] : !llvm.array<2 x vector<3xi32>>
//	... and the same at [1]
func unrolled(rw *conversion.Rewriter, op *ir.Operation, t ir.Type, operands []*ir.Value,
	build func(t ir.Type, operands []*ir.Value) *ir.Value) error {
	if _, isArray := t.(*llvm.ArrayType); !isArray {
		rw.Replace(op, build(t, operands))
		return nil
	}
	for _, v := range operands {
		if !slices.Equal(lengths(v.Type()), lengths(t)) {
			return rw.Refuse("an operand has type %s, which is not unrolled like %s", ir.Quote(v.Type()), ir.Quote(t))
		}
	}
	result := llvm.NewPoison(rw.Builder, t)
	eachPosition(lengths(t), nil, func(at []int64) {
		parts := make([]*ir.Value, len(operands))
		for i, v := range operands {
			parts[i] = llvm.NewExtractValue(rw.Builder, v, at...)
		}
		result = llvm.NewInsertValue(rw.Builder, result, build(innermost(t), parts), at...)
	})
	rw.Replace(op, result)
	return nil
}

// lengths returns the lengths of the arrays around vectors, the outermost first.
func lengths(t ir.Type) (out []int64) {
	for {
		a, ok := t.(*llvm.ArrayType)
		if !ok {
			return out
		}
		out, t = append(out, a.Len), a.Elem
	}
}

func innermost(t ir.Type) ir.Type {
	for {
		a, ok := t.(*llvm.ArrayType)
		if !ok {
			return t
		}
		t = a.Elem
	}
}

// elementOf returns the type of the scalars in a converted type: of a scalar, a vector or nested arrays.
func elementOf(t ir.Type) ir.Type { return ir.ElementOrSelf(innermost(t)) }

// eachPosition calls f for every position in nested arrays of the given lengths, in row-major order.
func eachPosition(lengths, prefix []int64, f func(at []int64)) {
	if len(lengths) == 0 {
		f(slices.Clone(prefix))
		return
	}
	for i := range lengths[0] {
		eachPosition(lengths[1:], append(prefix, i), f)
	}
}

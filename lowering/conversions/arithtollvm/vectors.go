package arithtollvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// unrolled replaces op by what build makes of its converted operands. For a result of type t that is an array, build
// makes each of the vectors in it: they are taken out of the operands, and put into the result.
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
	st := rw.State(&llvm.Poison)
	st.Types = append(st.Types, t)
	result := rw.Create(st).Result(0)
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

// elementOf returns the type of the scalars in a converted type.
func elementOf(t ir.Type) ir.Type { return ir.ElementOrSelf(innermost(t)) }

// eachPosition calls f for every position in arrays of some lengths, in their order in memory.
func eachPosition(lengths, prefix []int64, f func(at []int64)) {
	if len(lengths) == 0 {
		f(slices.Clone(prefix))
		return
	}
	for i := range lengths[0] {
		eachPosition(lengths[1:], append(prefix, i), f)
	}
}

// extendedProducts are products of all bits, by how their operands are extended.
var extendedProducts = map[*ir.OpDef]*ir.OpDef{&arith.MulSIExtended: &llvm.SExt, &arith.MulUIExtended: &llvm.ZExt}

// extendedProduct multiplies numbers of twice the width, and takes the halves of the product.
func (p *converter) extendedProduct(
	extend *ir.OpDef) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		t := p.types.ConvertOne(op.Result(0).Type())
		elem, ok := ir.ElementOrSelf(t).(*ir.IntegerType)
		if _, isArray := t.(*llvm.ArrayType); !ok || isArray {
			return rw.Refuse("its operands are of type %s, of which there is no product", ir.Quote(op.Result(0).Type()))
		}
		wide := rw.Context().WithElement(t, rw.Context().I(2*elem.Width))
		binary := func(def *ir.OpDef, x, y *ir.Value) *ir.Value {
			st := rw.State(def)
			st.Operands, st.Types = []*ir.Value{x, y}, []ir.Type{x.Type()}
			return rw.Create(st).Result(0)
		}
		x := llvm.NewCast(rw.Builder, extend, operands.One(0), wide)
		y := llvm.NewCast(rw.Builder, extend, operands.One(1), wide)
		product := binary(&llvm.Mul, x, y)
		low := llvm.NewCast(rw.Builder, &llvm.Trunc, product, t)
		width := llvm.NewConstant(rw.Builder, constfold.Splat(rw.Context(), wide, int64(elem.Width)))
		high := llvm.NewCast(rw.Builder, &llvm.Trunc, binary(&llvm.LShr, product, width), t)
		rw.Replace(op, low, high)
		return nil
	}
}

package arithtollvm

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// extendedSum converts arith.addui_extended to the intrinsic llvm.uadd.with.overflow, and extracts both results from
// the struct that it returns.
func (p *converter) extendedSum(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	if _, err := p.integers(rw, op); err != nil {
		return err
	}
	sum, carry := llvm.NewWithOverflow(rw.Builder, &llvm.UAddOverflow, operands.One(0), operands.One(1))
	rw.Replace(op, sum, carry)
	return nil
}

// integers returns the converted type of an operation with two results. It fails for vectors of several dimensions,
// which become arrays.
func (p *converter) integers(rw *conversion.Rewriter, op *ir.Operation) (ir.Type, error) {
	t := p.types.ConvertOne(op.Result(0).Type())
	if _, ok := ir.ElementOrSelf(t).(*ir.IntegerType); !ok {
		return nil, rw.Refuse("its operands are of type %s, of which LLVM IR has no vector",
			ir.Quote(op.Result(0).Type()))
	}
	return t, nil
}

// extendedProducts maps extended multiplications to the operation that extends their operands.
var extendedProducts = map[*ir.OpDef]*ir.OpDef{&arith.MulSIExtended: &llvm.SExt, &arith.MulUIExtended: &llvm.ZExt}

// extendedProduct returns a pattern that extends the operands to twice their width, multiplies them, and returns the
// low and the high half of the product.
func (p *converter) extendedProduct(
	extend *ir.OpDef) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		t, err := p.integers(rw, op)
		if err != nil {
			return err
		}
		elem := ir.ElementOrSelf(t).(*ir.IntegerType)
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

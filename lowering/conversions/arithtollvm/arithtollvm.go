// Package arithtollvm is the pass `convert-arith-to-llvm`. It converts arithmetic on scalars and vectors to dialect
// llvm. A vector of several dimensions becomes an array of vectors, each of which is computed separately. Divisions
// that round to floor or ceiling are expanded as by pass `arith-expand`. Operations with two results (addui_extended,
// mulsi_extended, mului_extended) on vectors of several dimensions are not converted, as in upstream.
//
// Before:
//
//	llvm.func @f(%x: i32, %y: i32) -> i32 {
//	  %s = arith.addi %x, %y : i32
//	  llvm.return %s : i32
//	}
//
// After convert-arith-to-llvm:
//
//	llvm.func @f(%arg0: i32, %arg1: i32) -> i32 {
//	  %0 = llvm.add %arg0, %arg1 : i32
//	  llvm.return %0 : i32
//	}
package arithtollvm

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/conversions/arithexpand"
	"github.com/girih-ir/girih/lowering/conversions/llvmtypes"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite/conversion"
)

// Pass is `convert-arith-to-llvm`.
var Pass = &pass.Pass{
	Name:     "convert-arith-to-llvm",
	Title:    "ArithToLLVMConversionPass",
	Summary:  "Convert Arith dialect to LLVM dialect",
	Dialects: []*ir.Dialect{llvm.Dialect},
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		return llvmtypes.Convert(ctx, op, llvmtypes.Options{Nested: true}, patterns)
	},
}

// patterns returns the patterns of the pass.
func patterns(c *conversion.TypeConverter) []*conversion.Pattern {
	p := &converter{c}
	patterns := []*conversion.Pattern{
		{Name: "constant-to-llvm", Root: &arith.ConstantOp, Converter: c, Rewrite: p.constant},
		{Name: "cmpi-to-llvm", Root: &arith.CmpI, Converter: c, Rewrite: p.compare(&llvm.ICmp)},
		{Name: "cmpf-to-llvm", Root: &arith.CmpF, Converter: c, Rewrite: p.compare(&llvm.FCmp)},
		{Name: "index-cast-to-llvm", Root: &arith.IndexCast, Converter: c, Rewrite: p.resize(&llvm.SExt)},
		{Name: "index-castui-to-llvm", Root: &arith.IndexCastUI, Converter: c, Rewrite: p.resize(&llvm.ZExt)},
		{Name: "addui-extended-to-llvm", Root: &arith.AddUIExtended, Converter: c, Rewrite: p.extendedSum},
		{Name: "truncf-to-llvm", Root: &arith.TruncF, Converter: c, Rewrite: p.truncate},
	}
	for from, extend := range extendedProducts {
		patterns = append(patterns, &conversion.Pattern{Name: from.Name + "-to-llvm", Root: from, Converter: c,
			Rewrite: p.extendedProduct(extend)})
	}
	patterns = append(patterns, arithexpand.Divisions()...)
	for from, to := range direct {
		patterns = append(patterns, &conversion.Pattern{Name: from.Name + "-to-llvm", Root: from, Converter: c,
			Rewrite: p.direct(to)})
	}
	return patterns
}

// direct maps operations to instructions or intrinsics with the same operands.
var direct = map[*ir.OpDef]*ir.OpDef{
	&arith.AddI: &llvm.Add, &arith.SubI: &llvm.Sub, &arith.MulI: &llvm.Mul, &arith.ShLI: &llvm.Shl,
	&arith.ShRUI: &llvm.LShr, &arith.ShRSI: &llvm.AShr, &arith.DivUI: &llvm.UDiv, &arith.DivSI: &llvm.SDiv,
	&arith.RemUI: &llvm.URem, &arith.RemSI: &llvm.SRem, &arith.AndI: &llvm.And, &arith.OrI: &llvm.Or,
	&arith.XOrI: &llvm.XOr, &arith.MaxSI: &llvm.SMax, &arith.MinSI: &llvm.SMin, &arith.MaxUI: &llvm.UMax,
	&arith.MinUI: &llvm.UMin, &arith.AddF: &llvm.FAdd, &arith.SubF: &llvm.FSub, &arith.MulF: &llvm.FMul,
	&arith.DivF: &llvm.FDiv, &arith.RemF: &llvm.FRem, &arith.NegF: &llvm.FNeg, &arith.MaximumF: &llvm.Maximum,
	&arith.MinimumF: &llvm.Minimum, &arith.MaxNumF: &llvm.MaxNum, &arith.MinNumF: &llvm.MinNum,
	&arith.Select: &llvm.Select, &arith.ExtSI: &llvm.SExt, &arith.ExtUI: &llvm.ZExt, &arith.TruncI: &llvm.Trunc,
	&arith.ExtF: &llvm.FPExt, &arith.SIToFP: &llvm.SIToFP, &arith.UIToFP: &llvm.UIToFP,
	&arith.FPToSI: &llvm.FPToSI, &arith.FPToUI: &llvm.FPToUI, &arith.Bitcast: &llvm.Bitcast,
}

type converter struct{ types *conversion.TypeConverter }

// direct returns a pattern that replaces an operation by one with the same operands, attributes and flags.
func (p *converter) direct(to *ir.OpDef) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		t := p.types.ConvertOne(op.Result(0).Type())
		if t == nil {
			return rw.Refuse("its result has type %s, which has no counterpart", ir.Quote(op.Result(0).Type()))
		}
		if v := operands.One(0); to == &llvm.Bitcast && v != nil && v.Type() == t { // such as a bitcast of memrefs
			rw.Replace(op, v)
			return nil
		}
		return unrolled(rw, op, t, operands.Values(), func(t ir.Type, operands []*ir.Value) *ir.Value {
			st := rw.State(to)
			st.Operands, st.Types, st.Attrs = operands, []ir.Type{t}, op.Attrs()
			setFlags(st, op)
			return rw.Create(st).Result(0)
		})
	}
}

// setFlags sets the overflow, exact, nonNeg and fast-math flags of a new operation to those of op.
func setFlags(st *ir.OpState, op *ir.Operation) {
	ctx := op.Context()
	if flags := arith.OverflowOf(op); flags != 0 && st.Info.IsInherent("overflowFlags") {
		bits := int64(0)
		if flags&arith.NSW != 0 {
			bits |= llvm.NSW
		}
		if flags&arith.NUW != 0 {
			bits |= llvm.NUW
		}
		st.SetInherent("overflowFlags", ctx.Integer(ctx.I(32), bits))
	}
	for _, name := range []string{"isExact", "nonNeg"} {
		if a := op.Inherent(name); a != nil && st.Info.IsInherent(name) {
			st.SetInherent(name, a)
		}
	}
	if st.Info.IsInherent("fastmathFlags") {
		st.SetInherent("fastmathFlags", llvm.FastMath.Attr(op.Context(), arith.FastMathOf(op)))
	}
}

// constant keeps the value attribute. Its type may still be index, although the result is an i64.
func (p *converter) constant(rw *conversion.Rewriter, op *ir.Operation, _ conversion.Operands) error {
	t := p.types.ConvertOne(op.Result(0).Type())
	if t == nil {
		return rw.Refuse("its type %s has no counterpart", ir.Quote(op.Result(0).Type()))
	}
	st := rw.State(&llvm.ConstantOp)
	st.SetInherent("value", op.Inherent("value"))
	st.Types, st.Attrs = []ir.Type{t}, op.Attrs()
	rw.ReplaceWithOp(op, rw.Create(st))
	return nil
}

// compare returns a pattern for comparisons. It keeps the predicate, which has the same number in both dialects.
func (p *converter) compare(to *ir.OpDef) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		t := p.types.ConvertOne(op.Result(0).Type())
		if t == nil {
			return rw.Refuse("its result has type %s, which has no counterpart", ir.Quote(op.Result(0).Type()))
		}
		return unrolled(rw, op, t, operands.Values(), func(t ir.Type, operands []*ir.Value) *ir.Value {
			st := rw.State(to)
			st.Operands, st.Types, st.Attrs = operands, []ir.Type{t}, op.Attrs()
			st.SetInherent("predicate", op.Inherent("predicate"))
			setFlags(st, op)
			return rw.Create(st).Result(0)
		})
	}
}

// resize returns a pattern for index casts. It extends by extend, or truncates, to the width of the result. If the
// widths are equal, it uses the operand.
func (p *converter) resize(extend *ir.OpDef) func(*conversion.Rewriter, *ir.Operation, conversion.Operands) error {
	return func(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
		extend := extend
		t := p.types.ConvertOne(op.Result(0).Type())
		if t == nil || operands.One(0) == nil {
			return rw.Refuse("its type has no counterpart")
		}
		from := ir.BitWidth(elementOf(operands.One(0).Type()))
		if to := ir.BitWidth(elementOf(t)); from == to {
			rw.Replace(op, operands.One(0))
			return nil
		} else if from > to {
			extend = &llvm.Trunc
		}
		return unrolled(rw, op, t, operands.Values(), func(t ir.Type, operands []*ir.Value) *ir.Value {
			return llvm.NewCast(rw.Builder, extend, operands[0], t)
		})
	}
}

// roundings maps rounding modes of dialect arith to their names in dialect llvm.
var roundings = map[int]string{arith.ToNearestEven: "tonearest", arith.Downward: "downward", arith.Upward: "upward",
	arith.TowardZero: "towardzero", arith.ToNearestAway: "tonearestaway"}

// truncate converts arith.truncf. Without a rounding mode it becomes the instruction fptrunc, which rounds to nearest
// even. With a rounding mode it becomes the constrained intrinsic, which has no fast-math flags.
func (p *converter) truncate(rw *conversion.Rewriter, op *ir.Operation, operands conversion.Operands) error {
	mode, directed := arith.RoundingMode.Value(op.Inherent("roundingmode"))
	if !directed {
		return p.direct(&llvm.FPTrunc)(rw, op, operands)
	}
	t := p.types.ConvertOne(op.Result(0).Type())
	if t == nil {
		return rw.Refuse("its result has type %s, which has no counterpart", ir.Quote(op.Result(0).Type()))
	}
	return unrolled(rw, op, t, operands.Values(), func(t ir.Type, operands []*ir.Value) *ir.Value {
		narrow := llvm.NewConstrainedFPTrunc(rw.Builder, operands[0], roundings[mode], t)
		narrow.DefiningOp().SetAttrs(op.Attrs())
		return narrow
	})
}

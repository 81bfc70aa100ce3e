package tilegpu

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/dialects/nvvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// RegisterProduct defines `tilegpu.register_product`: the operation is nvvm.wgmma.mma_async with the left factor in
// registers, which upstream's operation does not support. Each thread has four 32-bit words of the factor's 64 rows.
// The product reads them until a wait (PTX ISA, "Register Fragments for wgmma.mma_async").
var RegisterProduct = ir.OpDef{
	Name:    "tilegpu.register_product",
	Summary: "warp-group matrix product whose left factor is in registers, asynchronous",
	Operands: []ir.ValueDef{{Name: "lhs", Type: accumulator}, {Name: "rhs", Type: constraints.I64},
		{Name: "acc", Type: accumulator}},
	Results: []ir.ValueDef{{Name: "result", Type: accumulator}},
	Attrs: []ir.OpAttr{{Name: "columns", Attr: constraints.I32Attr}, {Name: "type", Attr: constraints.String},
		{Name: "rhs_type", Attr: constraints.String},
		{Name: "rhs_along_columns", Attr: constraints.Unit, Optional: true},
		{Name: "clear", Attr: constraints.Unit, Optional: true}},
	Assembly: `$lhs 'by' $rhs ',' $acc attr-dict ':' type($lhs) '->' type($result)`,
	TypeRules: []ir.TypeRule{{From: "result", To: "acc", Summary: "the result is of the accumulator's type",
		Map: func(_ *ir.Context, t ir.Type) ir.Type { return t }}},
	Verify: verifyRegisterProduct,
}

// lhsWords is the number of words of the left factor that a thread has.
const lhsWords = 4

func verifyRegisterProduct(op *ir.Operation) error {
	w := RegisterProductOf(op)
	fields := func(v *ir.Value) []ir.Type { return v.Type().(*llvm.StructType).Fields }
	bits := nvvm.WgmmaBits(w.TypeA)
	switch {
	case bits == 0 || nvvm.WgmmaBits(w.TypeB) != bits:
		return op.Errorf("%q and %q are not the element types of a product", w.TypeA, w.TypeB)
	case bits != 16 && w.LayoutB != nvvm.Col:
		return op.Errorf("elements of %d bits must be consecutive along the contracted dimension", bits)
	case w.N < 8 || w.N > 256 || w.N%8 != 0 || len(fields(op.Operand(2))) != w.N/2:
		return op.Errorf("%d columns, which must be a multiple of 8 from 8 to 256, need half as many registers, but there "+
			"are %d", w.N, len(fields(op.Operand(2))))
	case len(fields(op.Operand(0))) != lhsWords:
		return op.Errorf("expected %d words of the left factor, but got %s", lhsWords, ir.Quote(op.Operand(0).Type()))
	}
	return nil
}

// RegisterProductOf returns the description of a tilegpu.register_product.
func RegisterProductOf(op *ir.Operation) nvvm.Wgmma {
	name := func(attr string) string {
		s, _ := op.Inherent(attr).(*ir.StringAttr)
		if s == nil {
			return ""
		}
		return s.Value
	}
	w := nvvm.Wgmma{N: int(op.Inherent("columns").(*ir.IntegerAttr).Int64()), TypeA: name("type"),
		TypeB:   name("rhs_type"),
		LayoutA: nvvm.Row, LayoutB: nvvm.Col, TypeD: nvvm.TypeF32}
	w.Clear = op.Inherent("clear") != nil
	if op.Inherent("rhs_along_columns") != nil {
		w.LayoutB = nvvm.Row
	}
	if fields := op.Result(0).Type().(*llvm.StructType).Fields; len(fields) > 0 && ir.IsInt(fields[0], 32) {
		w.TypeD = nvvm.TypeS32
	}
	return w
}

// IsWarpGroupProduct reports whether an operation is a product of a warp group: nvvm.wgmma.mma_async, or
// tilegpu.register_product.
func IsWarpGroupProduct(op *ir.Operation) bool {
	return op.Is(&nvvm.WgmmaMMAAsync) || op.Is(&RegisterProduct)
}

// NewRegisterProduct creates a product of the left factor in registers and the matrix in shared memory that a
// descriptor describes, added to acc, and returns the sum.
func NewRegisterProduct(b *ir.Builder, w nvvm.Wgmma, lhs, rhs, acc *ir.Value) *ir.Value {
	ctx := b.Context()
	st := b.State(&RegisterProduct)
	st.Operands = append(st.Operands, lhs, rhs, acc)
	st.Types = append(st.Types, acc.Type())
	st.SetInherent("columns", ctx.Integer(ctx.I(32), int64(w.N)))
	st.SetInherent("type", ctx.StringAttr(w.TypeA))
	st.SetInherent("rhs_type", ctx.StringAttr(w.TypeB))
	if w.Clear {
		st.SetInherent("clear", ctx.Unit())
	}
	if w.LayoutB == nvvm.Row {
		st.SetInherent("rhs_along_columns", ctx.Unit())
	}
	return b.Create(st).Result(0)
}

// FenceRegisters defines `tilegpu.fence_registers`: the operation is nvvm.wgmma.fence.aligned with the registers of the
// products after it as operands and results. Because of the results, compilers do not move writes of these registers
// behind the fence.
var FenceRegisters = ir.OpDef{
	Name:     "tilegpu.fence_registers",
	Summary:  "fence between registers and the products that use them",
	Operands: []ir.ValueDef{{Name: "registers", Type: accumulator, Arity: ir.Variadic}},
	Results:  []ir.ValueDef{{Name: "results", Type: accumulator, Arity: ir.Variadic}},
	Assembly: `$registers attr-dict ':' type($registers) '->' type($results)`,
	Verify:   verifyAwait,
}

// NewFenceRegisters creates a fence for registers and returns them.
func NewFenceRegisters(b *ir.Builder, registers []*ir.Value) []*ir.Value {
	st := b.State(&FenceRegisters)
	st.Operands = append(st.Operands, registers...)
	for _, v := range registers {
		st.Types = append(st.Types, v.Type())
	}
	return b.Create(st).ResultValues()
}

package nvvm

import (
	"slices"

	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Element types of warp-group products, as their attribute spells them.
const (
	TypeF16  = "f16"
	TypeBF16 = "bf16"
	TypeTF32 = "tf32"
	TypeE4M3 = "e4m3"
	TypeE5M2 = "e5m2"
	TypeS8   = "s8"
	TypeU8   = "u8"
	TypeF32  = "f32"
	TypeS32  = "s32"
)

// Layouts of operands. For A, Row means that consecutive elements are along K, and Col that they are along M. For B,
// Col means that they are along K, and Row that they are along N.
const (
	Row = "row"
	Col = "col"
)

var (
	wgmmaTypes = newBracketed("wgmma_type", "NVVM WGMMA types", "WGMMATypes",
		TypeF16, TypeTF32, TypeU8, TypeS8, "b1", TypeBF16, TypeE4M3, TypeE5M2, TypeF32, TypeS32)
	scalesIn   = newBracketed("wgmma_scale_in", "WGMMA input scale", "WGMMAScaleIn", "one", "neg")
	scalesOut  = newBracketed("wgmma_scale_out", "WGMMA input predicate", "WGMMAScaleOut", "zero", "one")
	mmaLayouts = newBracketed("mma_layout", "NVVM MMA layout", "MMALayout", Row, Col)
)

// WgmmaFence defines `nvvm.wgmma.fence.aligned`: the fence orders the warp group's earlier accesses to registers before
// later products that use these registers (PTX ISA, "wgmma.fence").
var WgmmaFence = ir.OpDef{Name: "nvvm.wgmma.fence.aligned",
	Summary: "Enforce an ordering of register accesses", Assembly: `attr-dict`, Interfaces: byWarpGroup}

// WgmmaCommit defines `nvvm.wgmma.commit.group.sync.aligned`: the operation makes one group of the products that belong
// to no group yet.
var WgmmaCommit = ir.OpDef{Name: "nvvm.wgmma.commit.group.sync.aligned",
	Summary: "Commits all prior uncommitted warpgroup level matrix operations", Assembly: `attr-dict`,
	Interfaces: byWarpGroup}

// WgmmaWait defines `nvvm.wgmma.wait.group.sync.aligned`: the warp group waits until at most the given number of its
// newest groups of products are still running.
var WgmmaWait = ir.OpDef{Name: "nvvm.wgmma.wait.group.sync.aligned",
	Summary: "Waits for completion of wgmma-groups", Attrs: []ir.OpAttr{{Name: "group", Attr: constraints.I64Attr}},
	Assembly: `$group attr-dict`, Interfaces: byWarpGroup}

// WgmmaMMAAsync defines `nvvm.wgmma.mma_async`: the warp group adds the product of two matrices in shared memory, which
// descriptors describe, to an accumulator in registers. The operation is asynchronous: it accesses memory and registers
// until a wait (PTX ISA, "wgmma.mma_async").
var WgmmaMMAAsync = ir.OpDef{
	Name:    "nvvm.wgmma.mma_async",
	Summary: "warp-group matrix product, asynchronous",
	Operands: []ir.ValueDef{{Name: "inouts", Type: accumulators}, {Name: "descriptorA", Type: constraints.I64},
		{Name: "descriptorB", Type: constraints.I64}},
	Results: []ir.ValueDef{{Name: "results", Type: accumulators}},
	Attrs: []ir.OpAttr{
		{Name: "shape", Attr: shapeConstraint},
		{Name: "typeA", Attr: wgmmaTypes.constraint()}, {Name: "typeB", Attr: wgmmaTypes.constraint()},
		{Name: "typeD", Attr: wgmmaTypes.constraint()}, {Name: "scaleD", Attr: scalesOut.constraint()},
		{Name: "scaleA", Attr: scalesIn.constraint()}, {Name: "scaleB", Attr: scalesIn.constraint()},
		{Name: "layoutA", Attr: mmaLayouts.constraint()}, {Name: "layoutB", Attr: mmaLayouts.constraint()},
	},
	Assembly: `$descriptorA ',' $descriptorB ',' $inouts ',' $shape ',' 'D' '[' $typeD ',' $scaleD ']' ',' ` +
		`'A' '[' $typeA ',' $scaleA ',' $layoutA ']' ',' 'B' '[' $typeB ',' $scaleB ',' $layoutB ']' attr-dict ':' ` +
		`type($inouts) '->' type($results)`,
	Verify: verifyWgmma,

	Interfaces: byWarpGroup,
}

var accumulators = ir.TypeConstraint{Summary: "LLVM structure type", Check: func(t ir.Type) bool {
	_, ok := t.(*llvm.StructType)
	return ok
}}

// Wgmma describes one instruction of warp-group products.
type Wgmma struct {
	N                int // columns; rows are [WgmmaRows]
	TypeA, TypeB     string
	TypeD            string
	LayoutA, LayoutB string
	// Clear makes the product ignore the accumulator's value, as if it were zero.
	Clear bool
}

// WgmmaRows is the number of rows of a warp-group product. WgmmaKBytes is the size of each operand along K in bytes.
const (
	WgmmaRows   = 64
	WgmmaKBytes = 32
)

// K returns the number of contracted elements.
func (w Wgmma) K() int { return WgmmaKBytes * 8 / WgmmaBits(w.TypeA) }

// ExistsN reports whether instructions have N columns: multiples of 8 up to 256, and for integers, from 32 on, of 16.
func (w Wgmma) ExistsN() bool {
	integer := w.TypeA == TypeS8 || w.TypeA == TypeU8
	return w.N >= 8 && w.N <= 256 && w.N%8 == 0 && (!integer || w.N <= 32 || w.N%16 == 0)
}

// WgmmaBits returns the width of an operand's elements in bits, 0 for other types.
func WgmmaBits(name string) int {
	return map[string]int{TypeF16: 16, TypeBF16: 16, TypeTF32: 32, TypeE4M3: 8, TypeE5M2: 8, TypeS8: 8, TypeU8: 8}[name]
}

// WgmmaOf returns the description of an nvvm.wgmma.mma_async.
func WgmmaOf(op *ir.Operation) Wgmma {
	in := func(name string) string { return caseOf(op.Inherent(name)) }
	return Wgmma{N: op.Inherent("shape").(*ShapeAttr).N, TypeA: in("typeA"), TypeB: in("typeB"), TypeD: in("typeD"),
		LayoutA: in("layoutA"), LayoutB: in("layoutB"), Clear: in("scaleD") == "zero"}
}

// NewWgmma creates a product of the matrices that descriptors describe, added to acc, and returns the sum.
func NewWgmma(b *ir.Builder, w Wgmma, a, bDesc, acc *ir.Value) *ir.Value {
	ctx := b.Context()
	st := b.State(&WgmmaMMAAsync)
	st.Operands = append(st.Operands, acc, a, bDesc)
	st.Types = append(st.Types, acc.Type())
	scale := "one"
	if w.Clear {
		scale = "zero"
	}
	st.SetInherent("shape", Shape(ctx, WgmmaRows, w.N, w.K()))
	st.SetInherent("typeA", wgmmaTypes.attr(ctx, w.TypeA))
	st.SetInherent("typeB", wgmmaTypes.attr(ctx, w.TypeB))
	st.SetInherent("typeD", wgmmaTypes.attr(ctx, w.TypeD))
	st.SetInherent("scaleD", scalesOut.attr(ctx, scale))
	st.SetInherent("scaleA", scalesIn.attr(ctx, "one"))
	st.SetInherent("scaleB", scalesIn.attr(ctx, "one"))
	st.SetInherent("layoutA", mmaLayouts.attr(ctx, w.LayoutA))
	st.SetInherent("layoutB", mmaLayouts.attr(ctx, w.LayoutB))
	return b.Create(st).Result(0)
}

func verifyWgmma(op *ir.Operation) error {
	shape, w := op.Inherent("shape").(*ShapeAttr), WgmmaOf(op)
	bits := WgmmaBits(w.TypeA)
	switch {
	case op.Operand(0).Type() != op.Result(0).Type():
		return op.Errorf("results type must match inout type, but they are %s and %s", ir.Quote(op.Result(0).Type()),
			ir.Quote(op.Operand(0).Type()))
	case shape.M != WgmmaRows:
		return op.Errorf("shape 'm' must be 64")
	case bits == 0 || WgmmaBits(w.TypeB) != bits:
		return op.Errorf("%s and %s are not the element types of a product", w.TypeA, w.TypeB)
	case shape.K != w.K():
		return op.Errorf("shape 'k' must be %d for input type %s", w.K(), w.TypeA)
	case !w.ExistsN():
		return op.Errorf("has shape 'n' %d, which must be a multiple of 8 from 8 to 256, and of integers, from 32 on, "+
			"one of 16", shape.N)
	case bits != 16 && (w.LayoutA != Row || w.LayoutB != Col):
		return op.Errorf("Given layouts layout_a = %s and layout_b = %s for input types %s and %s requires transpose. "+
			"However, "+
			"this is only supported for: f16 and bf16", w.LayoutA, w.LayoutB, w.TypeA, w.TypeB)
	}
	registers, elem := shape.N/2, ir.Type(op.Context().F32())
	switch w.TypeD {
	case TypeS32:
		elem = op.Context().I(32)
	case TypeF16:
		registers, elem = shape.N/4, op.Context().I(32)
	}
	fields := op.Result(0).Type().(*llvm.StructType).Fields
	if len(fields) != registers || slices.ContainsFunc(fields, func(t ir.Type) bool { return t != elem }) {
		return op.Errorf("has an accumulator of %s: expected %d fields of %s", ir.Quote(op.Result(0).Type()), registers,
			ir.Quote(elem))
	}
	return nil
}

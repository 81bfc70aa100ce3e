package nvvm

import (
	"github.com/girih-ir/girih/dialects/llvm"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

// Barrier0 defines `nvvm.barrier0`: all threads of the block wait for each other, and see each other's accesses to
// memory before it.
var Barrier0 = ir.OpDef{Name: "nvvm.barrier0", Summary: "CTA Barrier Synchronization Op (Barrier ID 0)",
	Assembly: `attr-dict`}

// BarWarpSync defines `nvvm.bar.warp.sync`: the lanes in the mask wait for each other.
var BarWarpSync = ir.OpDef{
	Name:     "nvvm.bar.warp.sync",
	Summary:  "Warp Barrier Synchronization Op",
	Operands: []ir.ValueDef{{Name: "mask", Type: anyLLVM}},
	Assembly: `$mask attr-dict ':' type($mask)`,
}

var anyLLVM = ir.TypeConstraint{Summary: "LLVM dialect-compatible type", Check: llvm.IsCompatible}

// ShflSync defines `nvvm.shfl.sync`: lanes read a register of other lanes.
var ShflSync = ir.OpDef{
	Name:    "nvvm.shfl.sync",
	Summary: "NVVM Dialect Op for shfl.sync",
	Operands: []ir.ValueDef{
		{Name: "thread_mask", Type: constraints.I32},
		{Name: "val", Type: shuffled("32-bit signless integer or 32-bit float")},
		{Name: "offset", Type: constraints.I32},
		{Name: "mask_and_clamp", Type: constraints.I32},
	},
	Results: []ir.ValueDef{{Name: "res",
		Type: shuffled("32-bit signless integer or 32-bit float or LLVM structure type")}},
	Attrs: []ir.OpAttr{
		{Name: "kind", Attr: shflKinds.constraint()},
		{Name: "return_value_and_is_valid", Attr: constraints.Unit, Optional: true},
	},
	Assembly: `$kind $thread_mask ',' $val ',' $offset ',' $mask_and_clamp attr-dict ':' type($val) '->' type($res)`,
	Verify:   verifyShuffle,
}

// NewButterfly creates a shuffle in which each lane reads the value of the lane whose number differs in the bits of
// laneMask, and returns what is read. All 32 lanes must take part.
func NewButterfly(b *ir.Builder, v *ir.Value, laneMask int64) *ir.Value {
	all, mask := llvm.NewInt(b, b.Context().I(32), -1), llvm.NewInt(b, b.Context().I(32), laneMask)
	return newShuffle(b, Bfly, all, v, mask)
}

// NewIndexed creates a shuffle in which each lane reads the value of the lane of a number, and returns what is read.
// All 32 lanes must take part.
func NewIndexed(b *ir.Builder, v, lane *ir.Value) *ir.Value {
	return newShuffle(b, Idx, llvm.NewInt(b, b.Context().I(32), -1), v, lane)
}

func newShuffle(b *ir.Builder, kind string, lanes, v, offset *ir.Value) *ir.Value {
	st := b.State(&ShflSync)
	st.Operands = append(st.Operands, lanes, v, offset, llvm.NewInt(b, b.Context().I(32), 31))
	st.Types = append(st.Types, v.Type())
	st.SetInherent("kind", shflKinds.attr(b.Context(), kind))
	return b.Create(st).Result(0)
}

func shuffled(summary string) ir.TypeConstraint {
	structs := summary != "32-bit signless integer or 32-bit float"
	return ir.TypeConstraint{Summary: summary, Check: func(t ir.Type) bool {
		if _, ok := t.(*llvm.StructType); ok {
			return structs
		}
		return ir.IsInt(t, 32) || constraints.F32.Check(t)
	}}
}

func verifyShuffle(op *ir.Operation) error {
	result, val := op.Result(0).Type(), op.Operand(1).Type()
	if op.Inherent("return_value_and_is_valid") == nil {
		if result != val {
			return op.Errorf("expected return type to be of type %s but got %s instead", ir.Quote(val), ir.Quote(result))
		}
		return nil
	}
	s, ok := result.(*llvm.StructType)
	if !ok || len(s.Fields) != 2 || s.Fields[0] != val || !ir.IsInt(s.Fields[1], 1) {
		return op.Errorf("expected return type to be a two-element struct")
	}
	return nil
}

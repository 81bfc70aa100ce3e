package constraints_test

import (
	"testing"

	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/constraints"
)

func TestTypeConstraintsAdmitTheirTypesOnly(t *testing.T) {
	ctx := ir.NewContext()
	i1, i32, si32, index, f32 := ctx.I(1), ctx.I(32), ctx.IntegerType(32, ir.Signed), ctx.Index(), ctx.F32()
	vector := func(e ir.Type) ir.Type { return ctx.VectorType([]int64{4}, e, nil) }
	tensor := func(e ir.Type) ir.Type { return ctx.TensorType([]int64{ir.Dynamic}, e, nil) }
	memref := func(e ir.Type) ir.Type { return ctx.MemRefType([]int64{4}, e, nil, nil) }
	all := []ir.Type{i1, i32, si32, index, f32, vector(i32), vector(f32), tensor(index), tensor(i1), memref(i32),
		ctx.UnrankedTensorType(f32), ctx.FunctionType(nil, nil), ctx.None()}
	tests := []struct {
		name string
		c    ir.TypeConstraint
		want []ir.Type
	}{
		{"any type", constraints.AnyType, all},
		{"i1", constraints.I1, []ir.Type{i1}},
		{"f32", constraints.F32, []ir.Type{f32}},
		{"index", constraints.Index, []ir.Type{index}},
		{"integer", constraints.AnyInteger, []ir.Type{i1, i32, si32}},
		{"signless integer", constraints.AnySignlessInteger, []ir.Type{i1, i32}},
		{"signless integer or index", constraints.AnySignlessIntegerOrIndex, []ir.Type{i1, i32, index}},
		{"bool-like", constraints.BoolLike, []ir.Type{i1, tensor(i1)}},
		{"signless-integer-like", constraints.SignlessIntegerOrIndexLike,
			[]ir.Type{i1, i32, index, vector(i32), tensor(index), tensor(i1)}},
		{"floating-point-like", constraints.FloatLike, []ir.Type{f32, vector(f32), ctx.UnrankedTensorType(f32)}},
		{"function", constraints.FunctionType, []ir.Type{ctx.FunctionType(nil, nil)}},
		{"ranked tensor", constraints.AnyRankedTensor, []ir.Type{tensor(index), tensor(i1)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := make(map[ir.Type]bool)
			for _, typ := range tt.want {
				want[typ] = true
			}
			for _, typ := range all {
				if got := tt.c.Admits(typ); got != want[typ] {
					t.Errorf("admits %v: %t", typ, got)
				}
			}
			if tt.c.Build != nil && !tt.c.Admits(tt.c.Build(ctx)) {
				t.Errorf("does not admit the type %v that it builds", tt.c.Build(ctx))
			}
		})
	}
}

func TestAttrConstraintsAdmitTheirAttributesOnly(t *testing.T) {
	ctx := ir.NewContext()
	one32, one64, yes := ctx.Integer(ctx.I(32), 1), ctx.Integer(ctx.I(64), 1), ctx.Bool(true)
	signature := ctx.TypeAttr(ctx.FunctionType(nil, nil))
	dicts := ctx.Array(ctx.Dict(), ctx.Dict())
	elements := ctx.DenseSplat(ctx.TensorType([]int64{2}, ctx.I(32), nil), one32)
	floats := ctx.DenseSplat(ctx.TensorType([]int64{2}, ctx.F32(), nil), ctx.FloatAttr(ctx.F32(), 1))
	all := []ir.Attribute{one32, one64, yes, ctx.Unit(), ctx.StringAttr("s"), ctx.SymbolRef("a"), ctx.SymbolRef("a", "b"),
		signature, ctx.TypeAttr(ctx.I(8)), dicts, ctx.Array(one32), ctx.Dict(), ctx.DenseI32(1), ctx.DenseI64(1), elements,
		floats}
	tests := []struct {
		name string
		c    ir.AttrConstraint
		want []ir.Attribute
	}{
		{"any attribute", constraints.AnyAttr, all},
		{"unit", constraints.Unit, []ir.Attribute{ctx.Unit()}},
		{"bool", constraints.Bool, []ir.Attribute{yes}},
		{"string", constraints.String, []ir.Attribute{ctx.StringAttr("s")}},
		{"i32", constraints.I32Attr, []ir.Attribute{one32}},
		{"i64", constraints.I64Attr, []ir.Attribute{one64}},
		{"symbol", constraints.SymbolRef, []ir.Attribute{ctx.SymbolRef("a"), ctx.SymbolRef("a", "b")}},
		{"flat symbol", constraints.FlatSymbolRef, []ir.Attribute{ctx.SymbolRef("a")}},
		{"type", constraints.Type, []ir.Attribute{signature, ctx.TypeAttr(ctx.I(8))}},
		{"function type", constraints.FunctionTypeAttr, []ir.Attribute{signature}},
		{"array", constraints.Array, []ir.Attribute{dicts, ctx.Array(one32)}},
		{"array of dictionaries", constraints.DictArray, []ir.Attribute{dicts}},
		{"dictionary", constraints.Dict, []ir.Attribute{ctx.Dict()}},
		{"dense i32 array", constraints.DenseI32Array, []ir.Attribute{ctx.DenseI32(1)}},
		{"dense i64 array", constraints.DenseI64Array, []ir.Attribute{ctx.DenseI64(1)}},
		{"integer elements", constraints.IntElements, []ir.Attribute{elements}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := make(map[ir.Attribute]bool)
			for _, a := range tt.want {
				want[a] = true
			}
			for _, a := range all {
				if got := tt.c.Admits(a); got != want[a] {
					t.Errorf("admits %v: %t", a, got)
				}
				if want[a] && tt.c.Storage != nil && !tt.c.Storage(a) {
					t.Errorf("admits %v, but could not store it", a)
				}
			}
		})
	}
}

func TestRegionsOfLimitedSize(t *testing.T) {
	region := func(blocks int) *ir.Region {
		r := &ir.Region{}
		for range blocks {
			r.AppendNew()
		}
		return r
	}
	exactly, atMost := constraints.SizedRegion("r", 2), constraints.MaxSizedRegion("r", 2)
	for blocks, want := range [][2]bool{{false, true}, {false, true}, {true, true}, {false, false}, {false, false}} {
		if got := exactly.Check(region(blocks)); got != want[0] {
			t.Errorf("exactly 2 admits %d: %t", blocks, got)
		}
		if got := atMost.Check(region(blocks)); got != want[1] {
			t.Errorf("at most 2 admits %d: %t", blocks, got)
		}
	}
}

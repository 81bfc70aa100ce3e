package arith_test

import (
	"fmt"
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/fastmath"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, arith.Dialect,
		"addf", "addi", "addui_extended", "andi", "bitcast", "ceildivsi", "ceildivui", "cmpf", "cmpi", "constant", "divf",
		"divsi", "divui", "extf", "extsi", "extui", "floordivsi", "fptosi", "fptoui", "index_cast", "index_castui",
		"maximumf", "maxnumf", "maxsi", "maxui", "minimumf", "minnumf", "minsi", "minui", "mulf", "muli", "mulsi_extended",
		"mului_extended", "negf", "ori", "remf", "remsi", "remui", "scaling_extf", "scaling_truncf", "select", "shli",
		"shrsi", "shrui", "sitofp", "subf", "subi", "truncf", "trunci", "uitofp", "xori")
}

func TestBuildersMakeWhatTheTextSays(t *testing.T) {
	ctx := registry.NewContext()
	tests := []struct {
		name  string
		types []string
		build func(b *ir.Builder, a []*ir.Value)
		want  string
	}{
		{"binary", []string{"i32", "i32"}, func(b *ir.Builder, a []*ir.Value) {
			arith.Binary(b, &arith.AddI, a[0], a[1])
		}, "%0 = arith.addi %arg0, %arg1 : i32\n"},
		{"unary", []string{"vector<4xf16>"}, func(b *ir.Builder, a []*ir.Value) {
			arith.Unary(b, &arith.NegF, a[0])
		}, "%0 = arith.negf %arg0 : vector<4xf16>\n"},
		{"overflow flags", []string{"i8"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&arith.ShLI, []*ir.Value{a[0], a[0]},
				ir.NamedAttr{Name: "overflowFlags", Value: arith.Overflow.Attr(ctx, arith.NSW|arith.NUW)})
		}, "%0 = arith.shli %arg0, %arg0 overflow<nsw, nuw> : i8\n"},
		{"fast-math flags", []string{"f32"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&arith.MulF, []*ir.Value{a[0], a[0]},
				ir.NamedAttr{Name: "fastmath", Value: arith.FastMath.Attr(ctx, fastmath.NNaN|fastmath.Contract)})
		}, "%0 = arith.mulf %arg0, %arg0 fastmath<nnan,contract> : f32\n"},
		{"all fast-math flags have one name", []string{"f32"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&arith.MulF, []*ir.Value{a[0], a[0]},
				ir.NamedAttr{Name: "fastmath", Value: arith.FastMath.Attr(ctx, fastmath.Fast)})
		}, "%0 = arith.mulf %arg0, %arg0 fastmath<fast> : f32\n"},
		{"two results", []string{"tensor<?xi32>"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&arith.AddUIExtended, []*ir.Value{a[0], a[0]})
		}, "%sum, %overflow = arith.addui_extended %arg0, %arg0 : tensor<?xi32>, tensor<?xi1>\n"},
		{"cast", []string{"tensor<2xf32>"}, func(b *ir.Builder, a []*ir.Value) {
			arith.Cast(b, &arith.FPToSI, a[0], ctx.TensorType([]int64{2}, ctx.I(8), nil))
		}, "%0 = arith.fptosi %arg0 : tensor<2xf32> to tensor<2xi8>\n"},
		{"comparison of integers", []string{"vector<[4]xindex>"}, func(b *ir.Builder, a []*ir.Value) {
			arith.NewCmpI(b, arith.ULE, a[0], a[0])
		}, "%0 = arith.cmpi ule, %arg0, %arg0 : vector<[4]xindex>\n"},
		{"comparison of floats", []string{"f64"}, func(b *ir.Builder, a []*ir.Value) {
			arith.NewCmpF(b, arith.AlwaysTrue, a[0], a[0])
		}, "%0 = arith.cmpf true, %arg0, %arg0 : f64\n"},
		{"select by a bit", []string{"i1", "memref<4xf32>"}, func(b *ir.Builder, a []*ir.Value) {
			arith.NewSelect(b, a[0], a[1], a[1])
		}, "%0 = arith.select %arg0, %arg1, %arg1 : memref<4xf32>\n"},
		{"select by a mask", []string{"tensor<4xi1>", "tensor<4xf32>"}, func(b *ir.Builder, a []*ir.Value) {
			arith.NewSelect(b, a[0], a[1], a[1])
		}, "%0 = arith.select %arg0, %arg1, %arg1 : tensor<4xi1>, tensor<4xf32>\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := dialecttest.Body(t, ctx, tt.types, tt.build); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestConstantsAreNamedAfterTheirValue(t *testing.T) {
	ctx := registry.NewContext()
	vector := ctx.VectorType([]int64{2}, ctx.F32(), nil)
	got := dialecttest.Body(t, ctx, nil, func(b *ir.Builder, _ []*ir.Value) {
		arith.NewIndex(b, 7)
		arith.NewInt(b, ctx.I(32), -1)
		arith.NewInt(b, ctx.I(1), 1)
		arith.NewInt(b, ctx.I(1), 0)
		arith.NewFloat(b, ctx.F16(), 0.5)
		arith.NewConstant(b, ctx.DenseSplat(vector, ctx.FloatAttr(ctx.F32(), 2)))
	})
	want := "%c7 = arith.constant 7 : index\n" +
		"%c-1_i32 = arith.constant -1 : i32\n" +
		"%true = arith.constant true\n" +
		"%false = arith.constant false\n" +
		"%cst = arith.constant 5.000000e-01 : f16\n" +
		"%cst_0 = arith.constant dense<2.000000e+00> : vector<2xf32>\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestConstantsAreRecognized(t *testing.T) {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	eight := arith.NewInt(b, ctx.I(64), 8)
	if v, ok := arith.ConstantInt(eight); !ok || v != 8 {
		t.Errorf("ConstantInt of 8 = %d, %t", v, ok)
	}
	if a := arith.ConstantValue(eight); a != ir.Attribute(ctx.Integer(ctx.I(64), 8)) {
		t.Errorf("ConstantValue of 8 = %v", a)
	}
	sum := arith.Binary(b, &arith.AddI, eight, eight)
	if _, ok := arith.ConstantInt(sum); ok {
		t.Error("a sum is taken for a constant")
	}
	if _, ok := arith.ConstantInt(arith.NewFloat(b, ctx.F32(), 1)); ok {
		t.Error("a float is taken for an integer constant")
	}
}

func TestMaterializesOnlyNumbersOfTheType(t *testing.T) {
	ctx := registry.NewContext()
	tests := []struct {
		name  string
		value ir.Attribute
		typ   ir.Type
		want  bool
	}{
		{"integer", ctx.Integer(ctx.I(32), 1), ctx.I(32), true},
		{"float", ctx.FloatAttr(ctx.F64(), 1), ctx.F64(), true},
		{"another type", ctx.Integer(ctx.I(32), 1), ctx.I(64), false},
		{"signed integer", ctx.Integer(ctx.IntegerType(8, ir.Signed), 1), ctx.IntegerType(8, ir.Signed), false},
		{"string", ctx.StringAttr("x"), ctx.None(), false},
		{"unit", ctx.Unit(), ctx.I(1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			op := arith.Dialect.Constant(ir.NewBuilder(ctx), tt.value, tt.typ, nil)
			if got := op != nil; got != tt.want {
				t.Errorf("materialized: %t, want %t", got, tt.want)
			}
			if op != nil && op.Result(0).Type() != tt.typ {
				t.Errorf("type %v, want %v", op.Result(0).Type(), tt.typ)
			}
		})
	}
}

func TestFlagsOfAnOperation(t *testing.T) {
	ctx := registry.NewContext()
	b := ir.NewBuilder(ctx)
	x := arith.NewFloat(b, ctx.F32(), 1)
	flags := ir.NamedAttr{Name: "fastmath", Value: arith.FastMath.Attr(ctx, fastmath.NSZ)}
	op := b.Build(&arith.AddF, []*ir.Value{x, x}, flags)
	if got := arith.FastMathOf(op); got != fastmath.NSZ {
		t.Errorf("FastMathOf = %b, want %b", got, fastmath.NSZ)
	}
	if got := arith.OverflowOf(op); got != 0 {
		t.Errorf("OverflowOf a float operation = %b, want 0", got)
	}
}

func Example() {
	ctx := ir.NewContext(arith.Dialect)
	b := ir.NewBuilder(ctx)
	two := arith.NewInt(b, ctx.I(32), 2)
	less := arith.NewCmpI(b, arith.SLT, two, arith.Binary(b, &arith.MulI, two, two))
	fmt.Println(less.DefiningOp().Name(), less.Type())
	// Output: arith.cmpi i1
}

package constfold_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/ub"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/apint"
	"github.com/girih-ir/girih/ir/constfold"
	"github.com/girih-ir/girih/ir/text"
)

func newContext() *ir.Context { return ir.NewContext(builtin.Dialect, arith.Dialect) }

// constant parses an attribute; it returns nil for "".
func constant(t *testing.T, ctx *ir.Context, literal string) ir.Attribute {
	t.Helper()
	switch literal {
	case "":
		return nil
	case "poison":
		return ub.PoisonAttrOf(ctx)
	}
	m, err := text.ParseString(ctx, "%c = arith.constant "+literal)
	if err != nil {
		t.Fatal(err)
	}
	return m.Region(0).Entry().First().Inherent("value")
}

func sum(a, b apint.Int) (apint.Int, bool) { return a.Add(b), true }

func quotient(a, b apint.Int) (apint.Int, bool) {
	if b.IsZero() {
		return a, false
	}
	return a.Div(b), true
}

func TestBinaryOperationsOfIntegers(t *testing.T) {
	tests := []struct {
		name, x, y, want string
		f                func(a, b apint.Int) (apint.Int, bool)
	}{
		{"scalars", "3 : i7", "4 : i7", "7 : i7", sum},
		{"scalars wrap around", "127 : i8", "1 : i8", "-128 : i8", sum},
		{"index", "3 : index", "-4 : index", "-1 : index", sum},
		{"one bit", "true", "true", "false", sum},
		{"wide", "18446744073709551615 : i65", "1 : i65", "-18446744073709551616 : i65", sum},
		{"splats", "dense<3> : vector<4xi8>", "dense<4> : vector<4xi8>", "dense<7> : vector<4xi8>", sum},
		{"scalable splats", "dense<3> : vector<[4]xi8>", "dense<4> : vector<[4]xi8>", "dense<7> : vector<[4]xi8>", sum},
		{"elements", "dense<[1, 2]> : tensor<2xi32>", "dense<[10, 20]> : tensor<2xi32>",
			"dense<[11, 22]> : tensor<2xi32>", sum},
		{"elements that come out alike", "dense<[1, 2]> : tensor<2xi32>", "dense<[2, 1]> : tensor<2xi32>",
			"dense<3> : tensor<2xi32>", sum},
		{"elements and a splat", "dense<[1, 2]> : tensor<2xi32>", "dense<5> : tensor<2xi32>",
			"dense<[6, 7]> : tensor<2xi32>", sum},
		{"elements of one bit", "dense<[true, false, true]> : vector<3xi1>", "dense<[true, true, false]> : vector<3xi1>",
			"dense<[false, true, true]> : vector<3xi1>", sum},
		{"wide elements", "dense<[1, -2]> : vector<2xi128>", "dense<[18446744073709551615, 1]> : vector<2xi128>",
			"dense<[18446744073709551616, -1]> : vector<2xi128>", sum},
		{"sparse elements", "sparse<[[0, 1], [1, 0]], [5, 6]> : tensor<2x2xi16>", "dense<1> : tensor<2x2xi16>",
			"dense<[[1, 6], [7, 1]]> : tensor<2x2xi16>", sum},
		{"no elements", "dense<> : tensor<0xi32>", "dense<> : tensor<0xi32>", "dense<> : tensor<0xi32>", sum},
		{"no result", "1 : i8", "0 : i8", "", quotient},
		{"no result for one element", "dense<[1, 2]> : vector<2xi8>", "dense<[1, 0]> : vector<2xi8>", "", quotient},
		{"poison first", "poison", "", "#ub.poison", sum},
		{"poison second", "1 : i8", "poison", "#ub.poison", sum},
		{"unknown", "1 : i8", "", "", sum},
		{"two types", "1 : i8", "1 : i16", "", sum},
		{"two shapes", "dense<1> : vector<2xi8>", "dense<1> : vector<3xi8>", "", sum},
		{"a scalar and a vector", "1 : i8", "dense<1> : vector<3xi8>", "", sum},
		{"floats", "1.0 : f32", "1.0 : f32", "", sum},
		{"elements that are floats", "dense<1.0> : vector<2xf32>", "dense<1.0> : vector<2xf32>", "", sum},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx := newContext()
			x, y := constant(t, ctx, tt.x), constant(t, ctx, tt.y)
			var typ ir.Type = ctx.I(8)
			if typed, ok := x.(ir.TypedAttr); ok {
				typ = typed.Type()
			}
			check(t, constfold.BinaryInt(ctx, x, y, typ, tt.f), tt.want)
		})
	}
}

func check(t *testing.T, got ir.Attribute, want string) {
	t.Helper()
	switch {
	case got == nil && want != "":
		t.Errorf("no result, want %s", want)
	case got != nil && got.String() != want:
		t.Errorf("%s, want %q", got, want)
	}
}

func TestCastsChangeTheTypeOfElements(t *testing.T) {
	ctx := newContext()
	f16, f32 := ctx.F16(), ctx.F32()
	vector := func(elem ir.Type) ir.Type { return ctx.VectorType([]int64{2}, elem, nil) }
	toFloat := func(v apint.Int) (constfold.Float, bool) {
		return constfold.Float{Format: apfloat.F16, Bits: apfloat.F16.FromInt64(v.Int64(), apfloat.ToNearestEven)}, true
	}
	toInt := func(v constfold.Float) (apint.Int, bool) {
		i, ok := v.Int64(v.Bits, 8, apfloat.ToZero)
		return apint.FromInt64(8, i), ok
	}
	half := func(v constfold.Float) (constfold.Float, bool) {
		return constfold.Float{Format: v.Format, Bits: v.Mul(v.Bits, v.FromFloat64(0.5, 0), apfloat.ToNearestEven)}, true
	}
	wider := func(v apint.Int) (apint.Int, bool) { return v.SignExtend(100), true }
	in := func(s string) ir.Attribute { return constant(t, ctx, s) }
	check(t, constfold.IntToFloat(ctx, in("-3 : i8"), f16, toFloat), "-3.000000e+00 : f16")
	check(t, constfold.IntToFloat(ctx, in("dense<[-1, 0]> : vector<2xi1>"), vector(f16), toFloat),
		"dense<[-1.000000e+00, 0.000000e+00]> : vector<2xf16>")
	check(t, constfold.FloatToInt(ctx, in("2.5 : f32"), ctx.I(8), toInt), "2 : i8")
	check(t, constfold.FloatToInt(ctx, in("dense<[2.5, 1000.0]> : vector<2xf32>"), vector(ctx.I(8)), toInt), "")
	check(t, constfold.UnaryFloat(ctx, in("dense<[2.5, 1000.0]> : vector<2xf32>"), vector(f32), half),
		"dense<[1.250000e+00, 5.000000e+02]> : vector<2xf32>")
	check(t, constfold.UnaryInt(ctx, in("dense<[1, -1]> : vector<2xi64>"), vector(ctx.I(100)), wider),
		"dense<[1, -1]> : vector<2xi100>")
	check(t, constfold.UnaryInt(ctx, in("poison"), ctx.I(100), wider), "#ub.poison")
	check(t, constfold.UnaryInt(ctx, nil, ctx.I(100), wider), "")
	check(t, constfold.UnaryInt(ctx, in("1.0 : f32"), ctx.I(100), wider), "")
}

func TestChooseTakesElementsByTheMask(t *testing.T) {
	ctx := newContext()
	tests := []struct{ name, mask, x, y, want string }{
		{"elements", "dense<[true, false]> : vector<2xi1>", "dense<[1, 2]> : vector<2xi32>",
			"dense<[3, 4]> : vector<2xi32>", "dense<[1, 4]> : vector<2xi32>"},
		{"splats", "dense<[true, false]> : vector<2xi1>", "dense<1.0> : vector<2xf16>", "dense<2.0> : vector<2xf16>",
			"dense<[1.000000e+00, 2.000000e+00]> : vector<2xf16>"},
		{"bits", "dense<[true, false]> : vector<2xi1>", "dense<true> : vector<2xi1>", "dense<false> : vector<2xi1>",
			"dense<[true, false]> : vector<2xi1>"},
		{"unknown elements", "dense<[true, false]> : vector<2xi1>", "", "dense<2.0> : vector<2xf16>", ""},
		{"a scalar mask", "true", "dense<1.0> : vector<2xf16>", "dense<2.0> : vector<2xf16>", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			check(t, constfold.Choose(ctx, constant(t, ctx, tt.mask), constant(t, ctx, tt.x), constant(t, ctx, tt.y)), tt.want)
		})
	}
}

func TestSplatNeedsAStaticShape(t *testing.T) {
	ctx := newContext()
	if c := constfold.Splat(ctx, ctx.TensorType([]int64{ir.Dynamic}, ctx.I(8), nil), 1); c != nil {
		t.Errorf("a constant of dynamic shape: %s", c)
	}
	if c := constfold.Splat(ctx, ctx.UnrankedTensorType(ctx.I(8)), 1); c != nil {
		t.Errorf("a constant without a rank: %s", c)
	}
	check(t, constfold.Splat(ctx, ctx.TensorType([]int64{2, 2}, ctx.I(1), nil), 1), "dense<true> : tensor<2x2xi1>")
}

func TestAllIntsLooksAtEveryElement(t *testing.T) {
	ctx := newContext()
	positive := func(v apint.Int) bool { return !v.IsZero() && !v.IsNegative() }
	for literal, want := range map[string]bool{
		"1 : i8": true, "0 : i8": false, "dense<[1, 2]> : vector<2xi8>": true, "dense<[1, -2]> : vector<2xi8>": false,
		"dense<3> : vector<2xi8>": true, "1.0 : f32": false, "dense<1.0> : vector<2xf32>": false, "": false, "poison": false,
	} {
		if got := constfold.AllInts(constant(t, ctx, literal), positive); got != want {
			t.Errorf("%q: %t", literal, got)
		}
	}
}

func TestScalarsNeedNoAllocationOnceTheResultIsKnown(t *testing.T) {
	ctx := newContext()
	x, y := ctx.Integer(ctx.I(32), 5), ctx.Integer(ctx.I(32), 6)
	if n := testing.AllocsPerRun(100, func() { constfold.BinaryInt(ctx, x, y, ctx.I(32), sum) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkBinaryInt(b *testing.B) {
	ctx := newContext()
	x, y := ctx.Integer(ctx.I(32), 5), ctx.Integer(ctx.I(32), 6)
	for b.Loop() {
		constfold.BinaryInt(ctx, x, y, ctx.I(32), sum)
	}
}

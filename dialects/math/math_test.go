package math_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/math"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
)

func TestDefinesUpstreamsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, math.Dialect,
		"absf", "absi", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "clampf", "copysign",
		"cos", "cosh", "ctlz", "ctpop", "cttz", "erf", "erfc", "exp", "exp2", "expm1", "floor", "fma", "fpowi", "ipowi",
		"isfinite", "isinf", "isnan", "isnormal", "log", "log10", "log1p", "log2", "powf", "round", "roundeven", "rsqrt",
		"sin", "sincos", "sinh", "sqrt", "tan", "tanh", "trunc")
}

func TestBuildersMakeWhatTheTextSays(t *testing.T) {
	ctx := registry.NewContext()
	tests := []struct {
		name  string
		types []string
		build func(b *ir.Builder, a []*ir.Value)
		want  string
	}{
		{"function of one operand", []string{"tensor<4xf32>"}, func(b *ir.Builder, a []*ir.Value) {
			arith.Unary(b, &math.Exp, a[0])
		}, "%0 = math.exp %arg0 : tensor<4xf32>\n"},
		{"function of three operands", []string{"bf16"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&math.FMA, []*ir.Value{a[0], a[0], a[0]})
		}, "%0 = math.fma %arg0, %arg0, %arg0 : bf16\n"},
		{"clamp", []string{"f32"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&math.ClampF, []*ir.Value{a[0], a[0], a[0]})
		}, "%0 = math.clampf %arg0 to [%arg0, %arg0] : f32\n"},
		{"predicate", []string{"vector<2xf64>"}, func(b *ir.Builder, a []*ir.Value) {
			v := arith.Unary(b, &math.IsNaN, a[0])
			arith.Binary(b, &arith.AndI, v, v)
		}, "%0 = math.isnan %arg0 : vector<2xf64>\n%1 = arith.andi %0, %0 : vector<2xi1>\n"},
		{"two results", []string{"f32"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&math.SinCos, []*ir.Value{a[0]})
		}, "%sin, %cos = math.sincos %arg0 : f32\n"},
		{"power of another type", []string{"f32", "i8"}, func(b *ir.Builder, a []*ir.Value) {
			b.Build(&math.FPowI, []*ir.Value{a[0], a[1]})
		}, "%0 = math.fpowi %arg0, %arg1 : f32, i8\n"},
		{"function of integers", []string{"index"}, func(b *ir.Builder, a []*ir.Value) {
			arith.Binary(b, &math.IPowI, a[0], a[0])
		}, "%0 = math.ipowi %arg0, %arg0 : index\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := dialecttest.Body(t, ctx, tt.types, tt.build); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

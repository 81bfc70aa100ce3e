package arithexpand_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/llvmtool"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/apfloat"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/conversions/arithexpand"
	"github.com/girih-ir/girih/pass"
	"github.com/girih-ir/girih/rewrite"
	"github.com/girih-ir/girih/tools/opt"
)

func tileOpt(source string, flags ...string) (stdout, stderr string, code int) {
	cfg := opt.Config{Name: "tile-opt", Dialects: registry.All(), Passes: []*pass.Pass{arithexpand.Pass}}
	out, errs, code := cfg.Run(flags, []byte(source))
	return string(out), string(errs), code
}

// operations are the operations to expand, with their attributes and types. Their operands are function arguments.
var operations = []struct{ op, attrs, operands, result string }{
	{"ceildivui", "", "i32 i32", "i32"}, {"ceildivui", "", "index index", "index"},
	{"ceildivsi", "", "i64 i64", "i64"}, {"ceildivsi", "", "vector<[4]xi1> vector<[4]xi1>", "vector<[4]xi1>"},
	{"floordivsi", "", "vector<4xi8> vector<4xi8>", "vector<4xi8>"}, {"floordivsi", "", "index index", "index"},
	{"maxsi", "", "i7 i7", "i7"}, {"maxui", "", "tensor<?xi32> tensor<?xi32>", "tensor<?xi32>"},
	{"minsi", "", "i7 i7", "i7"}, {"minui", "", "i128 i128", "i128"},
	{"maximumf", "fastmath<nnan>", "f32 f32", "f32"}, {"minimumf", "", "vector<4xf32> vector<4xf32>", "vector<4xf32>"},
	{"maxnumf", "", "f16 f16", "f16"}, {"minnumf", "fastmath<fast>", "tensor<?x4xf64> tensor<?x4xf64>", "tensor<?x4xf64>"},
	{"extf", "", "bf16", "f32"}, {"extf", "fastmath<fast>", "vector<4xbf16>", "vector<4xf32>"},
	{"extf", "", "bf16", "f64"},
	{"truncf", "", "f32", "bf16"}, {"truncf", "fastmath<fast>", "tensor<2x2xf32>", "tensor<2x2xbf16>"},
	{"truncf", "upward", "f64", "bf16"}, {"truncf", "toward_zero", "f32", "f16"},
	{"extf", "", "f8E8M0FNU", "f32"}, {"extf", "", "f8E8M0FNU", "f16"}, {"extf", "fastmath<fast>", "f8E8M0FNU", "f64"},
	{"extf", "fastmath<nnan>", "f8E8M0FNU", "bf16"}, {"extf", "", "vector<2xf8E8M0FNU>", "vector<2xf32>"},
	{"truncf", "", "f32", "f8E8M0FNU"}, {"truncf", "fastmath<fast>", "vector<2xf16>", "vector<2xf8E8M0FNU>"},
	{"truncf", "", "f64", "f8E8M0FNU"}, {"truncf", "", "bf16", "f8E8M0FNU"},
	{"extf", "", "f4E2M1FN", "f32"}, {"extf", "fastmath<fast>", "f4E2M1FN", "f16"},
	{"extf", "", "vector<2xf4E2M1FN>", "vector<2xf8E4M3FN>"},
	{"truncf", "", "f32", "f4E2M1FN"}, {"truncf", "upward fastmath<fast>", "vector<2xf16>", "vector<2xf4E2M1FN>"},
	{"scaling_extf", "fastmath<fast>", "f4E2M1FN f8E8M0FNU", "f32"}, {"scaling_extf", "", "f8E4M3FN f64", "f16"},
	{"scaling_extf", "", "vector<4xf8E4M3FN> vector<4xf16>", "vector<4xf32>"},
	{"scaling_truncf", "fastmath<fast>", "f32 f8E8M0FNU", "f4E2M1FN"},
	{"scaling_truncf", "toward_zero", "vector<4xf16> vector<4xf32>", "vector<4xf8E4M3FN>"},
	{"scaling_truncf", "", "bf16 f8E8M0FNU", "f8E4M3FN"},
}

// program returns a module with a function for every operation.
func program() string {
	var b strings.Builder
	for i, o := range operations {
		types := strings.Fields(o.operands)
		var params, args []string
		for k, t := range types {
			params, args = append(params, fmt.Sprintf("%%a%d: %s", k, t)), append(args, fmt.Sprintf("%%a%d", k))
		}
		typ := types[0]
		if o.op == "extf" || o.op == "truncf" || len(o.op) > len("scaling") && o.op[:7] == "scaling" {
			typ = strings.Join(types, ", ") + " to " + o.result
		}
		fmt.Fprintf(&b, "func.func @f%d(%s) -> %s {\n  %%r = arith.%s %s %s : %s\n  return %%r : %s\n}\n", i,
			strings.Join(params, ", "), o.result, o.op, strings.Join(args, ", "), o.attrs, typ, o.result)
	}
	return b.String()
}

func TestExpandsAsMlirOptDoes(t *testing.T) {
	for _, flag := range []string{
		"--arith-expand", "--arith-expand=include-bf16=true", "--arith-expand=include-f8e8m0=true",
		"--arith-expand=include-f4e2m1=true", "--arith-expand=include-bf16=true include-f8e8m0=true include-f4e2m1=true",
	} {
		t.Run(flag, func(t *testing.T) {
			want := llvmtool.Output(t, "mlir-opt", program(), flag)
			got, errs, code := tileOpt(program(), flag)
			if code != 0 || strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("code %d, %s\ngot %s\nwant %s", code, errs, got, want)
			}
		})
	}
}

func TestRefusesWhatHasNoExpansion(t *testing.T) {
	tests := []struct{ name, op, operands, result, want string }{
		{"rounding mode", "truncf %a0 upward", "f32", "bf16", "only the default rounding mode is supported"},
		{"dynamic shape", "ceildivsi %a0, %a0", "tensor<?xi32>", "", "no constants of a type of dynamic shape"},
		{"scale of no power of two", "scaling_extf %a0, %a0", "f8E5M2, f8E5M2", "f16", "cannot be converted to 'f8E8M0FNU'"},
		{"result no wider than the scale", "scaling_extf %a0, %a1", "f4E2M1FN, f8E8M0FNU", "f8E5M2",
			"not wider than the scale"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			first, second, _ := strings.Cut(tt.operands, ", ")
			if second == "" {
				second = first
			}
			to := ""
			if tt.result != "" {
				to = " to " + tt.result
			}
			source := fmt.Sprintf("func.func @f(%%a0: %s, %%a1: %s) {\n  %%r = arith.%s : %s%s\n  return\n}\n", first, second,
				tt.op, tt.operands, to)
			_, errs, code := tileOpt(source, "--arith-expand=include-bf16=true include-f8e8m0=true")
			if code == 0 || !strings.Contains(errs, "failed to legalize") || !strings.Contains(errs, tt.want) {
				t.Errorf("code %d, %s", code, errs)
			}
		})
	}
}

// expanded returns the value of a cast of a constant after it has been expanded and folded.
func expanded(t *testing.T, op string, from, to *apfloat.Format, v apfloat.Bits) apfloat.Bits {
	t.Helper()
	ctx := registry.NewContext()
	ctx.AllowUnregistered = true
	m, err := text.ParseString(ctx, fmt.Sprintf(
		"%%c = arith.constant 0x%X : %s\n%%r = arith.%s %%c : %s to %s\n\"test.use\"(%%r) : (%s) -> ()", v.Lo, from, op,
		from, to, to))
	if err != nil {
		t.Fatal(err)
	}
	opts := &arithexpand.Options{IncludeBF16: true, IncludeF8E8M0: true, IncludeF4E2M1: true}
	if err := arithexpand.Pass.Run(&pass.Context{Context: t.Context(), Options: opts}, m); err != nil {
		t.Fatal(err)
	}
	patterns, err := rewrite.Canonicalizations(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rewrite.Greedy(m, patterns, rewrite.Options{}); err != nil {
		t.Fatal(err)
	}
	use := m.Region(0).Entry().Last()
	c, ok := ir.ConstantOf(use.Operand(0)).(*ir.FloatAttr)
	if !ok {
		t.Fatalf("not a constant:\n%s", text.Print(m, text.Options{}))
	}
	return c.Bits()
}

func TestExpansionsComputeTheSameNumbers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	check := func(op string, from, to *apfloat.Format, v apfloat.Bits) {
		t.Helper()
		got, want := expanded(t, op, from, to, v), apfloat.Convert(to, from, v, apfloat.ToNearestEven)
		if got != want && (!to.IsNaN(got) || !to.IsNaN(want)) {
			t.Errorf("%s of %s from %s to %s is %s, want %s", op, from.Text(v), from, to, to.Text(got), to.Text(want))
		}
	}
	for i := range uint64(16) {
		check("extf", apfloat.F4E2M1FN, apfloat.F32, apfloat.Bits{Lo: i})
		check("truncf", apfloat.F32, apfloat.F4E2M1FN, apfloat.Convert(apfloat.F32, apfloat.F4E2M1FN, apfloat.Bits{Lo: i}, 0))
	}
	for i := uint64(0); i < 256; i += 15 {
		check("extf", apfloat.F8E8M0FNU, apfloat.F32, apfloat.Bits{Lo: i})
	}
	for range 100 {
		v := apfloat.Bits{Lo: uint64(rng.Uint32())}
		check("truncf", apfloat.F32, apfloat.BF16, v)
		check("truncf", apfloat.F32, apfloat.BF16, apfloat.Bits{Lo: v.Lo&^0xFFFF | 0x8000}) // halfway
		check("extf", apfloat.BF16, apfloat.F32, apfloat.Bits{Lo: v.Lo >> 16})
	}
	for e := -20; e < 20; e++ {
		check("truncf", apfloat.F32, apfloat.F8E8M0FNU, apfloat.F32.FromFloat64(math.Ldexp(1, e), 0))
	}
}

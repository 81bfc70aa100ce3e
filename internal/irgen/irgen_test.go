package irgen_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/girih-ir/girih/internal/irgen"
)

func TestModuleDependsOnlyOnSeedAndOptions(t *testing.T) {
	for seed := range uint64(50) {
		a, b := irgen.Module(seed, irgen.Everything()), irgen.Module(seed, irgen.Everything())
		if !bytes.Equal(a, b) {
			t.Fatalf("seed %d gives two modules", seed)
		}
		if bytes.Equal(a, irgen.Module(seed+1, irgen.Everything())) {
			t.Errorf("seeds %d and %d give one module", seed, seed+1)
		}
	}
}

// corpus joins the modules of some seeds.
func corpus(n uint64, opts irgen.Options) string {
	var b strings.Builder
	for seed := range n {
		b.Write(irgen.Module(seed, opts))
	}
	return b.String()
}

// quoting are the features whose text is easily confused with other text: types and attributes of every kind.
const quoting = irgen.Unregistered | irgen.OpaqueTypes | irgen.Attributes | irgen.Aliases | irgen.DynamicTensors

func TestEveryFeatureShowsInTheText(t *testing.T) {
	tests := []struct {
		feature irgen.Feature
		pattern string
	}{
		{irgen.OddWidths, `\bi(7|13|100)\b`},
		{irgen.SmallFloats, `f8E4M3FN|f4E2M1FN|tf32|f80`},
		{irgen.Vectors, `vector<\d`},
		{irgen.ScalableVectors, `vector<(\d+x)*\[\d`},
		{irgen.Tensors, `: tensor<\d`},
		{irgen.DynamicTensors, `tensor<(\?|\*x)`},
		{irgen.OpaqueTypes, `memref<|tuple<|complex<`},
		{irgen.Math, `= math\.`},
		{irgen.Structured, `scf\.(if|for|while|index_switch|execute_region)\b`},
		{irgen.Parallel, `scf\.(parallel|forall)`},
		{irgen.Branches, `cf\.(br|cond_br|switch) `},
		{irgen.Calls, `\bcall @`},
		{irgen.Flags, `fastmath<|overflow<| exact| upward`},
		{irgen.Attributes, `gen\.a = `},
		{irgen.Locations, ` loc\(`},
		{irgen.Symbols, `func private @|^module|@"`},
		{irgen.Unregistered, `"(gen|other)\.\w+"\(`},
		{irgen.GenericForm, `"arith\.`},
	}
	for _, tt := range tests {
		t.Run(tt.pattern, func(t *testing.T) {
			re := regexp.MustCompile("(?m)" + tt.pattern)
			if text := corpus(40, irgen.Options{Features: tt.feature}); !re.MatchString(text) {
				t.Error("does not occur with the feature alone")
			}
			others := irgen.Everything().Features &^ (tt.feature | quoting)
			if match := re.FindString(corpus(40, irgen.Options{Features: others})); match != "" {
				t.Errorf("%q occurs without the feature", match)
			}
		})
	}
}

func TestAliasesAreDefinedAndUsed(t *testing.T) {
	text := corpus(60, irgen.Everything())
	for _, want := range []string{"#value0 = ", "!kind0 = ", "#where0 = loc(", "loc(#where0)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not occur", want)
		}
	}
}

// operations lists the operations of each dialect that the generator writes.
var operations = map[string]string{
	"arith": `addf addi addui_extended andi bitcast ceildivsi ceildivui cmpf cmpi constant divf divsi divui extf extsi extui
		floordivsi fptosi fptoui index_cast index_castui maximumf maxnumf maxsi maxui minimumf minnumf minsi minui mulf muli
		mulsi_extended mului_extended negf ori remf remsi remui scaling_extf scaling_truncf select shli shrsi shrui sitofp
		subf subi truncf trunci uitofp xori`,
	"math": `absf absi acos acosh asin asinh atan atan2 atanh cbrt ceil clampf copysign cos cosh ctlz ctpop cttz erf erfc exp
		exp2 expm1 floor fma fpowi ipowi isfinite isinf isnan isnormal log log10 log1p log2 powf round roundeven rsqrt sin
		sincos sinh sqrt tan tanh trunc`,
	"func": "call call_indirect constant func return",
	"scf":  `condition execute_region for forall forall.in_parallel if index_switch parallel reduce reduce.return while yield`,
	"cf":   "br cond_br switch",
}

func TestEveryOperationOccurs(t *testing.T) {
	opts := irgen.Everything()
	opts.Ops = 150
	text := corpus(150, opts)
	for dialect, names := range operations {
		for _, name := range strings.Fields(names) {
			re := regexp.MustCompile(`\b` + dialect + `\.` + regexp.QuoteMeta(name) + `[^\w.]`)
			if !re.MatchString(text) {
				t.Errorf("%s.%s does not occur", dialect, name)
			}
		}
	}
}

func TestDefinedModulesPromiseNothing(t *testing.T) {
	opts := irgen.Options{Features: irgen.Everything().Features &^ irgen.Attributes, Defined: true}
	text := corpus(100, opts)
	for _, pattern := range []string{`overflow<n[su]w`, `\bexact\b`, `fastmath<\w+> *:`, `arith\.fptosi`,
		`call_indirect`} {
		if match := regexp.MustCompile(`(?m)^ *%.*= arith.*` + pattern).FindString(text); match != "" {
			t.Errorf("%q occurs", match)
		}
	}
	if !strings.Contains(text, "func.func @f0(") {
		t.Error("the first function is not @f0")
	}
}

func TestSizeFollowsTheOptions(t *testing.T) {
	small := len(corpus(20, irgen.Options{Functions: 1, Ops: 10}))
	large := len(corpus(20, irgen.Options{Functions: 1, Ops: 1000}))
	if large < 20*small {
		t.Errorf("a hundred times the operations give %d bytes instead of %d", large, small)
	}
}

func ExampleModule() {
	opts := irgen.Executable()
	opts.Functions, opts.Ops, opts.Depth = 1, 4, 1
	fmt.Printf("%s", irgen.Module(5, opts))
	// Output:
	// func.func @f0(%1: f16, %2: f16, %a.b_3: bf16, %4: f32) -> (i32, bf16, f32, f16) {
	//   %x-5$ = arith.constant 0 : i32
	//   %6, %v7, %a.b_8 = scf.while (%9 = %1, %10 = %a.b_3, %a.b_11 = %x-5$) : (f16, bf16, i32) -> (bf16, f32, i32) {
	//     %15 = arith.bitcast %x-5$ : i32 to f32
	//     %x-16$ = arith.constant 0 : i32
	//     %x-17$ = arith.cmpi sgt, %a.b_11, %x-16$ : i32
	//     scf.condition(%x-17$) %10, %4, %a.b_11 : bf16, f32, i32
	//   } do {
	//   ^bb0(%12: bf16, %a.b_13: f32, %v14: i32):
	//     %a.b_18 = arith.constant 1 : i32
	//     %v19 = arith.subi %v14, %a.b_18 : i32
	//     scf.yield %1, %a.b_3, %v19 : f16, bf16, i32
	//   }
	//   return %a.b_8, %a.b_3, %4, %1 : i32, bf16, f32, f16
	// }
}

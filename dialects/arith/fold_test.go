package arith_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/rewrite"
)

// reduced returns the operations that are left in a function after folding, without the return. %a, %b and %c are
// arguments of type T, %p and %q are conditions, and %f and %g are of type F.
func reduced(t *testing.T, intType, floatType, source string) string {
	t.Helper()
	source = strings.NewReplacer("T", intType, "F", floatType).Replace(source)
	ctx := registry.NewContext()
	ctx.AllowUnregistered = true
	m, err := text.ParseString(ctx,
		"func.func @f(%a: "+intType+", %b: "+intType+", %c: "+intType+", %p: i1, %q: i1, %f: "+floatType+
			", %g: "+floatType+") {\n"+source+"\n  return\n}")
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	patterns, err := rewrite.Canonicalizations(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rewrite.Greedy(m, patterns, rewrite.Options{}); err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m, nil); err != nil {
		t.Error(err)
	}
	lines := strings.Split(string(text.Print(m, text.Options{})), "\n")
	var ops []string
	for _, l := range lines[2 : len(lines)-4] {
		ops = append(ops, strings.TrimSpace(l))
	}
	return strings.Join(ops, "; ")
}

func TestReductions(t *testing.T) {
	tests := []struct{ name, typ, float, source, want string }{
		{"x + 0", "i7", "f32", `%z = arith.constant 0 : T
%r = arith.addi %z, %a : T
"use"(%r) : (T) -> ()`, `"use"(%arg0) : (i7) -> ()`},
		{"an overflow that constants make is no longer ruled out", "i8", "f32", `%k = arith.constant 100 : T
%x = arith.addi %a, %k overflow<nsw, nuw> : T
%r = arith.addi %x, %k overflow<nsw, nuw> : T
"use"(%r) : (T) -> ()`, `%c-56_i8 = arith.constant -56 : i8; %0 = arith.addi %arg0, %c-56_i8 overflow<nuw> : i8; "use"(%0) : (i8) -> ()`},
		{"flags that both operations have are kept", "i8", "f32", `%k = arith.constant 3 : T
%x = arith.subi %a, %k overflow<nsw, nuw> : T
%r = arith.subi %x, %k overflow<nuw> : T
"use"(%r) : (T) -> ()`, `%c6_i8 = arith.constant 6 : i8; %0 = arith.subi %arg0, %c6_i8 overflow<nuw> : i8; "use"(%0) : (i8) -> ()`},
		{"a difference that wraps around is not declared unsigned", "i8", "f32", `%k = arith.constant 100 : T
%l = arith.constant 5 : T
%x = arith.subi %a, %k overflow<nuw> : T
%r = arith.addi %x, %l overflow<nuw> : T
"use"(%r) : (T) -> ()`, `%c-95_i8 = arith.constant -95 : i8; %0 = arith.addi %arg0, %c-95_i8 : i8; "use"(%0) : (i8) -> ()`},
		{"a shift by the width stays", "i32", "f32", `%k = arith.constant 32 : T
%r = arith.shli %k, %k : T
"use"(%r) : (T) -> ()`, `%c32_i32 = arith.constant 32 : i32; %0 = arith.shli %c32_i32, %c32_i32 : i32; "use"(%0) : (i32) -> ()`},
		{"a division by zero stays", "i32", "f32", `%z = arith.constant 0 : T
%r = arith.remsi %z, %z : T
"use"(%r) : (T) -> ()`, `%c0_i32 = arith.constant 0 : i32; %0 = arith.remsi %c0_i32, %c0_i32 : i32; "use"(%0) : (i32) -> ()`},
		{"the smallest number divided by -1 stays", "i8", "f32", `%x = arith.constant -128 : T
%y = arith.constant -1 : T
%r = arith.divsi %x, %y : T
"use"(%r) : (T) -> ()`, `%c-128_i8 = arith.constant -128 : i8; %c-1_i8 = arith.constant -1 : i8; %0 = arith.divsi %c-128_i8, %c-1_i8 : i8; "use"(%0) : (i8) -> ()`},
		{"wide integers", "i128", "f32", `%x = arith.constant 170141183460469231731687303715884105727 : T
%r = arith.muli %x, %x : T
"use"(%r) : (T) -> ()`, `%c1_i128 = arith.constant 1 : i128; "use"(%c1_i128) : (i128) -> ()`},
		{"x + 0.0 is not x", "i32", "f32", `%z = arith.constant 0.0 : F
%r = arith.addf %f, %z : F
"use"(%r) : (F) -> ()`, `%cst = arith.constant 0.000000e+00 : f32; %0 = arith.addf %arg5, %cst : f32; "use"(%0) : (f32) -> ()`},
		{"x + -0.0", "i32", "bf16", `%z = arith.constant -0.0 : F
%r = arith.addf %f, %z : F
"use"(%r) : (F) -> ()`, `"use"(%arg5) : (bf16) -> ()`},
		{"x * 0.0 if neither NaN nor signs of zeros matter", "i32", "f64", `%z = arith.constant -0.0 : F
%r = arith.mulf %f, %z fastmath<nnan,nsz> : F
"use"(%r) : (F) -> ()`, `%cst = arith.constant -0.000000e+00 : f64; "use"(%cst) : (f64) -> ()`},
		{"a conversion that loses bits stays", "i32", "f32", `%x = arith.constant 0.1 : F
%r = arith.truncf %x : F to f16
"use"(%r) : (f16) -> ()`, `%cst = arith.constant 1.000000e-01 : f32; %0 = arith.truncf %cst : f32 to f16; "use"(%0) : (f16) -> ()`},
		{"a float out of the integers' range stays", "i8", "f32", `%x = arith.constant 128.0 : F
%r = arith.fptosi %x : F to T
"use"(%r) : (T) -> ()`, `%cst = arith.constant 1.280000e+02 : f32; %0 = arith.fptosi %cst : f32 to i8; "use"(%0) : (i8) -> ()`},
		{"an index cut to 32 bits and widened again is not itself", "index", "f32", `%x = arith.index_cast %a : T to i32
%r = arith.index_cast %x : i32 to T
"use"(%r) : (T) -> ()`, `%0 = arith.index_cast %arg0 : index to i32; %1 = arith.index_cast %0 : i32 to index; "use"(%1) : (index) -> ()`},
		{"an i32 as index and back is itself", "i32", "f32", `%x = arith.index_cast %a : T to index
%r = arith.index_cast %x : index to T
"use"(%r) : (T) -> ()`, `"use"(%arg0) : (i32) -> ()`},
		{"a comparison with NaN", "i32", "f32", `%x = arith.constant 0x7fc00000 : F
%r = arith.cmpf uge, %f, %x : F
"use"(%r) : (i1) -> ()`, `%true = arith.constant true; "use"(%true) : (i1) -> ()`},
		{"a comparison of a converted integer with a fraction", "i32", "f64", `%x = arith.constant -4.4 : F
%y = arith.sitofp %a : T to F
%r = arith.cmpf ole, %y, %x : F
"use"(%r) : (i1) -> ()`, `%c-4_i32 = arith.constant -4 : i32; %0 = arith.cmpi slt, %arg0, %c-4_i32 : i32; "use"(%0) : (i1) -> ()`},
		{"a comparison of an integer that may convert to NaN stays", "i32", "f8E4M3FN", `%x = arith.constant 1.0 : F
%y = arith.sitofp %a : T to F
%r = arith.cmpf ord, %y, %x : F
"use"(%r) : (i1) -> ()`, `%cst = arith.constant 1.000000e+00 : f8E4M3FN; %0 = arith.sitofp %arg0 : i32 to f8E4M3FN; %1 = arith.cmpf ord, %0, %cst : f8E4M3FN; "use"(%1) : (i1) -> ()`},
		{"poison of a sum", "vector<2xi32>", "f32", `%x = ub.poison : T
%r = arith.addi %a, %x : T
"use"(%r) : (T) -> ()`, `%0 = ub.poison : vector<2xi32>; "use"(%0) : (vector<2xi32>) -> ()`},
		{"poison in both results", "i32", "f32", `%x = ub.poison : T
%r:2 = arith.addui_extended %a, %x : T, i1
"use"(%r#0, %r#1) : (T, i1) -> ()`, `%0 = ub.poison : i32; %1 = ub.poison : i1; "use"(%0, %1) : (i32, i1) -> ()`},
		{"a select of poison", "i32", "f32", `%x = ub.poison : T
%r = arith.select %p, %x, %a : T
"use"(%r) : (T) -> ()`, `"use"(%arg0) : (i32) -> ()`},
		{"no constants of dynamic shape are made up", "tensor<?xi32>", "f32", `%r = arith.xori %a, %a : T
%s = arith.cmpi eq, %a, %a : T
"use"(%r, %s) : (T, tensor<?xi1>) -> ()`, `%0 = arith.xori %arg0, %arg0 : tensor<?xi32>; %1 = arith.cmpi eq, %arg0, %arg0 : tensor<?xi32>; "use"(%0, %1) : (tensor<?xi32>, tensor<?xi1>) -> ()`},
		{"elements, some of which have no result, stay", "vector<2xi8>", "f32", `%x = arith.constant dense<[1, 2]> : T
%y = arith.constant dense<[9, 1]> : T
%r = arith.shli %x, %y : T
"use"(%r) : (T) -> ()`, `%cst = arith.constant dense<[1, 2]> : vector<2xi8>; %cst_0 = arith.constant dense<[9, 1]> : vector<2xi8>; %0 = arith.shli %cst, %cst_0 : vector<2xi8>; "use"(%0) : (vector<2xi8>) -> ()`},
		{"sparse elements", "tensor<3xi32>", "f32", `%x = arith.constant sparse<[[1]], [5]> : T
%y = arith.constant dense<2> : T
%r = arith.muli %x, %y : T
"use"(%r) : (T) -> ()`, `%cst = arith.constant dense<[0, 10, 0]> : tensor<3xi32>; "use"(%cst) : (tensor<3xi32>) -> ()`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := reduced(t, tt.typ, tt.float, tt.source); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestValuesThatDependOnThemselvesAreLeftAlone(t *testing.T) {
	const source = `module {
  %c4_i32 = arith.constant 4 : i32
  %0 = arith.subi %1, %2 : i32
  %1 = arith.addi %0, %2 : i32
  %2 = "test.def"() : () -> i32
  %3 = arith.andi %3, %3 : i32
  %4 = arith.extsi %5 : i32 to i64
  %5 = arith.trunci %4 : i64 to i32
  %6 = arith.addi %6, %c4_i32 : i32
  "test.use"(%0, %3, %5, %6) : (i32, i32, i32, i32) -> ()
}
`
	ctx := registry.NewContext()
	ctx.AllowUnregistered = true
	m, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	patterns, err := rewrite.Canonicalizations(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := rewrite.Greedy(m, patterns, rewrite.Options{}); err != nil {
		t.Fatal(err)
	}
	if got := string(text.Print(m, text.Options{})); got != source {
		t.Errorf("got\n%s", got)
	}
}

func TestFoldsThatOnlyLookChangeNothing(t *testing.T) {
	ctx := registry.NewContext()
	m, err := text.ParseString(ctx, `func.func @f(%a: i8, %b: i1) {
  %c = arith.constant 1 : i8
  %0 = arith.addi %c, %a : i8
  %1 = arith.cmpi slt, %c, %a : i8
  %2 = arith.extui %a : i8 to i16
  %3 = arith.extui %2 : i16 to i32
  %4 = arith.trunci %3 : i32 to i4
  return
}`)
	if err != nil {
		t.Fatal(err)
	}
	before := string(text.Print(m, text.Options{}))
	f := ir.Folding{ConstantsOnly: true}
	m.Walk(func(op *ir.Operation) bool {
		f.SetOperands(op)
		if outcome := op.Fold(&f); outcome == ir.FoldedInPlace {
			t.Errorf("%s is folded in place", op.Name())
		}
		return true
	})
	if after := string(text.Print(m, text.Options{})); after != before {
		t.Errorf("changed to\n%s", after)
	}
}

func TestDivisionsBySafeConstantsAreSpeculatable(t *testing.T) {
	ctx := registry.NewContext()
	m, err := text.ParseString(ctx, `func.func @f(%x: i32, %v: vector<2xi32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 7 : i32
  %minus = arith.constant -1 : i32
  %some = arith.constant dense<[3, 0]> : vector<2xi32>
  %all = arith.constant dense<[3, 9]> : vector<2xi32>
  %0 = arith.divui %x, %x {no} : i32
  %1 = arith.divui %x, %one {yes} : i32
  %2 = arith.divsi %x, %minus {no} : i32
  %3 = arith.divui %x, %minus {yes} : i32
  %4 = arith.remsi %x, %minus {yes} : i32
  %5 = arith.remui %x, %zero {no} : i32
  %6 = arith.ceildivsi %v, %some {no} : vector<2xi32>
  %7 = arith.floordivsi %v, %all {yes} : vector<2xi32>
  %8 = arith.addi %x, %x {yes} : i32
  return
}`)
	if err != nil {
		t.Fatal(err)
	}
	m.Walk(func(op *ir.Operation) bool {
		for _, want := range []string{"yes", "no"} {
			if op.Attr(want) != nil && ir.IsSpeculatable(op) != (want == "yes") {
				t.Errorf("%s: speculatable %t", op.Name(), ir.IsSpeculatable(op))
			}
		}
		if strings.HasPrefix(op.Name(), "arith.") && !ir.WouldBeTriviallyDead(op) {
			t.Errorf("%s has an effect", op.Name())
		}
		return true
	})
}

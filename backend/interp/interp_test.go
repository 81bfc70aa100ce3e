package interp_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// module parses and verifies a module under Triton's semantics.
func module(t *testing.T, body string) *ir.Operation {
	t.Helper()
	op, err := text.ParseString(registry.NewContext(),
		"module attributes {tile.semantics = #tile.semantics<triton>} {\n"+body+"\n}")
	if err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	if err := ir.Verify(op, func(d *ir.Diagnostic) { t.Error(d) }); err != nil {
		t.Fatalf("%v\n%s", err, body)
	}
	return op
}

// element returns the element type with a given name.
func element(t *testing.T, name string) ir.Type {
	t.Helper()
	typ, err := text.ParseType(ir.NewContext(), name)
	if err != nil {
		t.Fatal(err)
	}
	return typ
}

// eval runs a kernel that computes %r of a type from scalars %a, %b, ... of the given types, and returns the array of
// one element that it writes.
func eval(t *testing.T, result, body string, types []string, args ...any) (*interp.Array, error) {
	t.Helper()
	params := []string{"%p: !tile.ptr<" + result + ">"}
	for i, typ := range types {
		params = append(params, fmt.Sprintf("%%%c: %s", 'a'+i, typ))
	}
	op := module(t, fmt.Sprintf("tile.kernel @k(%s) {\n%s\ntile.store %%p, %%r : !tile.ptr<%s>, %s\ntile.return\n}",
		strings.Join(params, ", "), body, result, result))
	out, err := interp.NewArray(element(t, result), 1)
	if err != nil {
		t.Fatal(err)
	}
	return out, interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, append([]any{out}, args...)...)
}

// operation evaluates `%r = body` on two operands of one type.
type operation struct {
	body, typ string
	a, b      any
	want      any // a number of the result, or an error
}

func (o operation) check(t *testing.T, result string) {
	t.Helper()
	out, err := eval(t, result, "%r = "+o.body, []string{o.typ, o.typ}, o.a, o.b)
	if want, ok := o.want.(error); ok {
		if !errors.Is(err, want) {
			t.Errorf("%s of %v, %v: error %v, want %v", o.body, o.a, o.b, err, want)
		}
		return
	}
	if err != nil {
		t.Errorf("%s of %v, %v: %v", o.body, o.a, o.b, err)
		return
	}
	want := math.NaN()
	switch w := o.want.(type) {
	case int:
		want = float64(w)
	case float64:
		want = w
	}
	if got := out.Float64(0); got != want && !(got != got && want != want) {
		t.Errorf("%s of %v, %v = %v, want %v", o.body, o.a, o.b, got, want)
	}
}

func TestIntegerArithmetic(t *testing.T) {
	for _, o := range []operation{
		{"arith.addi %a, %b : i8", "i8", 100, 100, -56},
		{"arith.addi %a, %b overflow<nsw> : i8", "i8", 100, 100, interp.ErrUndefined},
		{"arith.addi %a, %b overflow<nuw> : i8", "i8", 100, 100, -56},
		{"arith.addi %a, %b overflow<nuw> : i8", "i8", -1, 1, interp.ErrUndefined},
		{"arith.subi %a, %b overflow<nsw> : i8", "i8", -128, 1, interp.ErrUndefined},
		{"arith.subi %a, %b overflow<nuw> : i8", "i8", 0, 1, interp.ErrUndefined},
		{"arith.muli %a, %b : i8", "i8", 16, 17, 16},
		{"arith.muli %a, %b overflow<nsw> : i64", "i64", int64(1) << 62, 2, interp.ErrUndefined},
		{"arith.muli %a, %b overflow<nsw> : i64", "i64", int64(-1) << 62, 2, -0x1p63},
		{"arith.muli %a, %b overflow<nuw> : i32", "i32", 65536, 65536, interp.ErrUndefined},
		{"arith.divsi %a, %b : i32", "i32", -7, 2, -3},
		{"arith.floordivsi %a, %b : i32", "i32", -7, 2, -4},
		{"arith.ceildivsi %a, %b : i32", "i32", 7, 2, 4},
		{"arith.ceildivsi %a, %b : i32", "i32", -7, 2, -3},
		{"arith.remsi %a, %b : i32", "i32", -7, 2, -1},
		{"arith.divui %a, %b : i8", "i8", -1, 2, 127},
		{"arith.ceildivui %a, %b : i8", "i8", 7, 2, 4},
		{"arith.remui %a, %b : i8", "i8", -1, 16, 15},
		{"arith.divsi %a, %b : i32", "i32", 1, 0, interp.ErrDivisionByZero},
		{"arith.divui %a, %b : i32", "i32", 1, 0, interp.ErrDivisionByZero},
		{"arith.remsi %a, %b : i32", "i32", 1, 0, interp.ErrDivisionByZero},
		{"arith.floordivsi %a, %b : i32", "i32", 1, 0, interp.ErrDivisionByZero},
		{"arith.divsi %a, %b : i8", "i8", -128, -1, interp.ErrOverflow},
		{"arith.remsi %a, %b : i8", "i8", -128, -1, interp.ErrOverflow},
		{"arith.shli %a, %b : i8", "i8", 3, 7, -128},
		{"arith.shli %a, %b : i8", "i8", 3, 8, interp.ErrUndefined},
		{"arith.shrsi %a, %b : i8", "i8", -128, 7, -1},
		{"arith.shrui %a, %b : i8", "i8", -128, 7, 1},
		{"arith.andi %a, %b : i8", "i8", 12, 10, 8},
		{"arith.ori %a, %b : i8", "i8", 12, 10, 14},
		{"arith.xori %a, %b : i8", "i8", 12, 10, 6},
		{"arith.maxsi %a, %b : i8", "i8", -1, 1, 1},
		{"arith.maxui %a, %b : i8", "i8", -1, 1, -1},
		{"arith.minsi %a, %b : i8", "i8", -1, 1, -1},
		{"arith.minui %a, %b : i8", "i8", -1, 1, 1},
		{"math.ipowi %a, %b : i32", "i32", -3, 5, -243},
		{"math.absi %a : i8", "i8", -128, 0, -128},
		{"math.ctlz %a : i8", "i8", 1, 0, 7},
		{"math.cttz %a : i8", "i8", 0, 0, 8},
		{"math.ctpop %a : i8", "i8", -1, 0, 8},
	} {
		o.check(t, o.typ)
	}
}

func TestIntegerPredicates(t *testing.T) {
	for predicate, want := range map[string]int{
		"eq": 0, "ne": 1, "slt": 1, "sle": 1, "sgt": 0, "sge": 0, "ult": 0, "ule": 0, "ugt": 1, "uge": 1,
	} {
		operation{"arith.cmpi " + predicate + ", %a, %b : i8", "i8", -1, 1, want}.check(t, "i1")
	}
}

func TestFloatArithmeticIsExactInEveryFormat(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, o := range []operation{
		{"arith.addf %a, %b : f32", "f32", 0x1p24, 1.0, 0x1p24},
		{"arith.addf %a, %b : f64", "f64", 0x1p24, 1.0, 0x1p24 + 1},
		{"arith.addf %a, %b : f16", "f16", 2048.0, 1.0, 2048},
		{"arith.addf %a, %b : bf16", "bf16", 256.0, 1.0, 256},
		{"arith.addf %a, %b : f8E4M3FN", "f8E4M3FN", 16.0, 1.0, 16},
		{"arith.addf %a, %b : f8E4M3FN", "f8E4M3FN", 448.0, 448.0, nan},
		{"arith.mulf %a, %b : f16", "f16", 256.0, 256.0, inf},
		{"arith.divf %a, %b : f32", "f32", 1.0, 0.0, inf},
		{"arith.divf %a, %b : f32", "f32", 1.0, 3.0, float64(float32(1) / 3)},
		{"arith.remf %a, %b : f32", "f32", -7.5, 2.0, -1.5},
		{"arith.subf %a, %b : f32", "f32", inf, inf, nan},
		{"arith.maximumf %a, %b : f32", "f32", nan, 1.0, nan},
		{"arith.maxnumf %a, %b : f32", "f32", nan, 1.0, 1},
		{"arith.minimumf %a, %b : f32", "f32", 1.0, nan, nan},
		{"arith.minnumf %a, %b : f32", "f32", 1.0, nan, 1},
		{"arith.negf %a : f16", "f16", 1.5, 0.0, -1.5},
		{"math.sqrt %a : f16", "f16", 2.0, 0.0, 1.4140625},
		{"math.exp %a : f32", "f32", 1.0, 0.0, float64(float32(math.E))},
		{"math.floor %a : bf16", "bf16", -1.5, 0.0, -2},
		{"math.round %a : f32", "f32", 2.5, 0.0, 3},
		{"math.roundeven %a : f32", "f32", 2.5, 0.0, 2},
		{"math.copysign %a, %b : f32", "f32", 2.0, -1.0, -2},
		{"math.fma %a, %b, %b : f16", "f16", 2048.0, 3.0, 6148},
		{"math.clampf %a to [%b, %b] : f32", "f32", 7.0, 2.0, 2},
		{"math.powf %a, %b : f32", "f32", 2.0, 10.0, 1024},
	} {
		o.check(t, o.typ)
	}
}

func TestFloatPredicatesOfNaN(t *testing.T) {
	for predicate, want := range map[string]int{
		"false": 0, "oeq": 0, "ogt": 0, "oge": 0, "olt": 0, "ole": 0, "one": 0, "ord": 0,
		"ueq": 1, "ugt": 1, "uge": 1, "ult": 1, "ule": 1, "une": 1, "uno": 1, "true": 1,
	} {
		operation{"arith.cmpf " + predicate + ", %a, %b : f32", "f32", math.NaN(), 1.0, want}.check(t, "i1")
	}
	for predicate, want := range map[string]int{"oeq": 0, "ogt": 0, "olt": 1, "ole": 1, "one": 1, "ueq": 0, "uge": 0,
		"une": 1} {
		operation{"arith.cmpf " + predicate + ", %a, %b : f32", "f32", 0.5, 1.0, want}.check(t, "i1")
	}
}

func TestConversions(t *testing.T) {
	for _, c := range []struct {
		op, from, to string
		arg, want    any
	}{
		{"extsi", "i8", "i32", -1, -1}, {"extui", "i8", "i32", -1, 255}, {"trunci", "i32", "i8", 300, 44},
		{"sitofp", "i8", "f32", -1, -1}, {"uitofp", "i8", "f32", -1, 255}, {"sitofp", "i32", "f16", 2049, 2048},
		{"fptosi", "f32", "i8", -1.9, -1}, {"fptosi", "f32", "i8", 128.0, interp.ErrUndefined},
		{"fptoui", "f32", "i8", 128.0, -128}, {"fptoui", "f32", "i8", -1.0, interp.ErrUndefined},
		{"fptosi", "f32", "i32", math.NaN(), interp.ErrUndefined},
		{"extf", "f16", "f64", 0.1, 0.0999755859375}, {"truncf", "f32", "bf16", 1.00390625, 1},
		{"truncf", "f32", "f8E5M2", 1e9, math.Inf(1)}, {"bitcast", "f32", "i32", 1.0, 0x3F800000},
		{"index_cast", "i8", "index", -1, nil},
	} {
		body := fmt.Sprintf("arith.%s %%a : %s to %s", c.op, c.from, c.to)
		if c.to == "index" {
			body, c.to, c.want = body+"\n%r = arith.index_cast %i : index to i64", "i64", -1
			out, err := eval(t, c.to, "%i = "+body, []string{c.from}, c.arg)
			if err != nil || out.Float64(0) != -1 {
				t.Errorf("index_cast: %v, error %v", out.Float64(0), err)
			}
			continue
		}
		operation{body, c.from, c.arg, c.arg, c.want}.check(t, c.to)
	}
	out, err := eval(t, "bf16", "%r = arith.truncf %a upward : f32 to bf16", []string{"f32"}, 1.0009765625)
	if err != nil || out.Float64(0) != 1.0078125 {
		t.Errorf("truncf upward: %v, error %v", out.Float64(0), err)
	}
}

func TestScalesArePowersOfTwo(t *testing.T) {
	for body, want := range map[string]float64{
		"%n = arith.truncf %a : f32 to f8E5M2\n%r = arith.scaling_extf %n, %b : f8E5M2, f32 to f32": 12,
		"%n = arith.scaling_truncf %a, %b : f32, f32 to f8E5M2\n%r = arith.extf %n : f8E5M2 to f32": 0.75,
		"%s = arith.constant 4.0 : f8E8M0FNU\n%n = arith.truncf %a : f32 to f16\n%r = arith.scaling_extf %n, %s : " +
			"f16, f8E8M0FNU to f32": 12,
	} {
		out, err := eval(t, "f32", body, []string{"f32", "f32"}, 3.0, 4.5)
		if err != nil || out.Float64(0) != want {
			t.Errorf("%s = %v, error %v, want %v", body, out.Float64(0), err, want)
		}
	}
}

func TestFunctionsWithUnusualOperandsOrResults(t *testing.T) {
	for body, want := range map[string]float64{
		"%i = arith.constant -2 : i8\n%r = math.fpowi %a, %i : f32, i8": 0.25,
		"%r, %c = math.sincos %a : f32":                                 float64(float32(math.Sin(2))),
		"%s, %r = math.sincos %a : f32":                                 float64(float32(math.Cos(2))),
	} {
		out, err := eval(t, "f32", body, []string{"f32"}, 2.0)
		if err != nil || out.Float64(0) != want {
			t.Errorf("%s = %v, error %v, want %v", body, out.Float64(0), err, want)
		}
	}
}

func TestExtendedResults(t *testing.T) {
	for body, want := range map[string]float64{
		"%r, %o = arith.addui_extended %a, %b : i8, i1":                                 8,
		"%s, %r = arith.mulsi_extended %a, %b : i8":                                     -1,
		"%s, %r = arith.mului_extended %a, %b : i8":                                     15,
		"%s, %r = arith.mului_extended %b, %b : i8":                                     1,
		"%r, %s = arith.mului_extended %b, %b : i8":                                     0,
		"%s, %o = arith.addui_extended %a, %b : i8, i1\n%r = arith.extui %o : i1 to i8": 1,
	} {
		out, err := eval(t, "i8", body, []string{"i8", "i8"}, -8, 16)
		if err != nil || out.Float64(0) != want {
			t.Errorf("%s = %v, error %v, want %v", body, out.Float64(0), err, want)
		}
	}
}

func TestControlFlow(t *testing.T) {
	for name, test := range map[string]struct {
		body string
		want any
	}{
		"for": {`%c0 = arith.constant 0 : i32
			%c1 = arith.constant 1 : i32
			%r = scf.for %i = %c0 to %a step %c1 iter_args(%s = %c0) -> (i32) : i32 {
			  %n = arith.addi %s, %i : i32
			  scf.yield %n : i32
			}`, 45},
		"for at the end of its range": {`%c0 = arith.constant 0 : i32
			%c1 = arith.constant 1 : i32
			%low = arith.constant 120 : i8
			%high = arith.constant 127 : i8
			%step = arith.constant 5 : i8
			%r = scf.for %i = %low to %high step %step iter_args(%s = %c0) -> (i32) : i8 {
			  %n = arith.addi %s, %c1 : i32
			  scf.yield %n : i32
			}`, 2},
		"for without progress": {`%c0 = arith.constant 0 : i32
			%r = scf.for %i = %c0 to %a step %c0 iter_args(%s = %c0) -> (i32) : i32 {
			  scf.yield %s : i32
			}`, interp.ErrLoop},
		"if": {`%c5 = arith.constant 5 : i32
			%less = arith.cmpi slt, %a, %c5 : i32
			%r = scf.if %less -> (i32) {
			  scf.yield %a : i32
			} else {
			  scf.yield %c5 : i32
			}`, 5},
		"while": {`%r = scf.while (%x = %a) : (i32) -> i32 {
			  %c100 = arith.constant 100 : i32
			  %less = arith.cmpi slt, %x, %c100 : i32
			  scf.condition(%less) %x : i32
			} do {
			^bb0(%x: i32):
			  %y = arith.addi %x, %x : i32
			  scf.yield %y : i32
			}`, 160},
		"branches": {`%c0 = arith.constant 0 : i32
			%c1 = arith.constant 1 : i32
			cf.br ^loop(%a, %c0 : i32, i32)
			^loop(%n: i32, %sum: i32):
			%more = arith.cmpi sgt, %n, %c0 : i32
			cf.cond_br %more, ^next, ^done
			^next:
			%m = arith.subi %n, %c1 : i32
			%s = arith.addi %sum, %n : i32
			cf.br ^loop(%m, %s : i32, i32)
			^done:
			%r = arith.addi %sum, %c0 : i32`, 55},
	} {
		t.Run(name, func(t *testing.T) {
			out, err := eval(t, "i32", test.body, []string{"i32"}, 10)
			if want, ok := test.want.(error); ok {
				if !errors.Is(err, want) {
					t.Fatalf("error %v, want %v", err, want)
				}
				return
			}
			if err != nil || out.Float64(0) != float64(test.want.(int)) {
				t.Fatalf("%v, error %v, want %v", out.Float64(0), err, test.want)
			}
		})
	}
}

func TestCallsRunInTheirOwnFrame(t *testing.T) {
	op := module(t, `func.func private @factorial(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %last = arith.cmpi sle, %n, %c1 : i32
  %r = scf.if %last -> (i32) {
    scf.yield %c1 : i32
  } else {
    %m = arith.subi %n, %c1 : i32
    %f = func.call @factorial(%m) : (i32) -> i32
    %p = arith.muli %n, %f : i32
    scf.yield %p : i32
  }
  return %r : i32
}
func.func private @forever(%n: i32) -> i32 {
  %r = call @forever(%n) : (i32) -> i32
  return %r : i32
}
tile.kernel @k(%p: !tile.ptr<i32>, %n: i32) {
  %r = func.call @factorial(%n) : (i32) -> i32
  tile.store %p, %r : !tile.ptr<i32>, i32
  tile.return
}
tile.kernel @deep(%p: !tile.ptr<i32>, %n: i32) {
  %r = func.call @forever(%n) : (i32) -> i32
  tile.return
}`)
	out, err := interp.NewArray(element(t, "i32"), 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, out, 10); err != nil ||
		out.Float64(0) != 3628800 {
		t.Errorf("10! = %v, error %v", out.Float64(0), err)
	}
	if err := interp.Run(context.Background(), op, "deep", interp.Grid{1, 1, 1}, out, 10); !errors.Is(err,
		interp.ErrTooDeep) {
		t.Errorf("error %v, want ErrTooDeep", err)
	}
}

func TestUndefinedElementsAreReportedWhereTheyDecideSomething(t *testing.T) {
	const masked = `%false = arith.constant false
		%u = tile.load %p, %false : !tile.ptr<i32>, i1
		`
	for name, test := range map[string]struct {
		body string
		want error
	}{
		"computing is fine": {masked + `%v = arith.addi %u, %a : i32
			%true = arith.constant true
			%r = arith.select %true, %a, %v : i32`, nil},
		"stored": {masked + `%r = arith.addi %u, %a : i32`, interp.ErrUndefined},
		"branch": {masked + "%c = arith.cmpi eq, %u, %a : i32\n%r = scf.if %c -> (i32) {\nscf.yield %a : " +
			"i32\n} else {\nscf.yield %a : i32\n}", interp.ErrUndefined},
		"address": {masked + "%q = tile.addptr %p, %u : !tile.ptr<i32>, i32 -> !tile.ptr<i32>\n%r = tile.load " +
			"%q : !tile.ptr<i32>", interp.ErrUndefined},
		"mask": {masked + "%c = arith.cmpi eq, %u, %a : i32\n%r = tile.load %p, %c : !tile.ptr<i32>, i1",
			interp.ErrUndefined},
		"condition": {masked + "%c = arith.cmpi eq, %u, %a : i32\n%r = arith.select %c, %a, %a : i32",
			interp.ErrUndefined},
		"never written": {`%r = tile.load %p : !tile.ptr<i32>`, interp.ErrUndefined},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := eval(t, "i32", test.body, []string{"i32"}, 1)
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			var d *ir.Diagnostic
			if test.want != nil && (!errors.As(err, &d) || ir.FileLocation(d.Loc) == nil) {
				t.Errorf("error %v is not located", err)
			}
		})
	}
}

func TestReductionsCombineAlongTheirAxis(t *testing.T) {
	op := module(t, `tile.kernel @k(%rows: !tile.array<?xi32>, %columns: !tile.array<?xi32>) {
  %i = tile.iota : tensor<8xi32>
  %m = tile.reshape %i : tensor<8xi32> -> tensor<2x4xi32>
  %zero = tile.literal 0
  %z = tile.cast %zero : !tile.literal<int> -> i32
  %r = tile.reduce %m axis = 1 {
  ^bb0(%a: i32, %b: i32):
    %s = tile.add %a, %b : i32, i32 -> i32
    tile.yield %s : i32
  } : tensor<2x4xi32> -> tensor<2xi32>
  %c = tile.reduce %m axis = 0 {
  ^bb0(%a: i32, %b: i32):
    %s = tile.sub %b, %a : i32, i32 -> i32
    tile.yield %s : i32
  } : tensor<2x4xi32> -> tensor<4xi32>
  tile.store_view %r, %rows[%z] : tensor<2xi32>, !tile.array<?xi32>
  tile.store_view %c, %columns[%z] : tensor<4xi32>, !tile.array<?xi32>
  tile.return
}`)
	rows, _ := interp.NewArray(element(t, "i32"), 2)
	columns, _ := interp.NewArray(element(t, "i32"), 3)
	if err := interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, rows, columns); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(rows.Float64s(), columns.Float64s()), "[6 22] [4 4 4]"; got != want {
		t.Errorf("reductions %s, want %s", got, want)
	}
}

func TestArgumentsMustFitTheParameters(t *testing.T) {
	op := module(t, `tile.kernel @k(%p: !tile.ptr<f32>, %a: !tile.array<4x?xf32, strides = [?, 1]>, %i: i8, %u: ui8, %f: f16, %b: i1) {
  tile.return
}`)
	array := func(elem string, shape ...int64) *interp.Array {
		a, err := interp.NewArray(element(t, elem), shape...)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	good := []any{array("f32", 3), array("f32", 4, 7), -128, 255, 0.5, true}
	if err := interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, good...); err != nil {
		t.Fatal(err)
	}
	for i, bad := range []any{array("f64", 3), array("f32", 5, 7), 256, 1.5, "text", 2} {
		args := append([]any(nil), good...)
		args[i] = bad
		if err := interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, args...); !errors.Is(err,
			interp.ErrArgument) {
			t.Errorf("argument %d as %v: error %v", i, bad, err)
		}
	}
	args := append([]any(nil), good...)
	args[2] = 100.0
	err := interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, args...)
	if want := "expected a value for 'i8', but got the float 100"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a float for an integer: error %v, want %q", err, want)
	}
	if err := interp.Run(context.Background(), op, "k", interp.Grid{1, 0, 1}, good...); !errors.Is(err, interp.ErrGrid) {
		t.Errorf("an empty grid: error %v", err)
	}
	if err := interp.Run(context.Background(), op, "none", interp.Grid{1, 1, 1}); !errors.Is(err, interp.ErrNoKernel) {
		t.Errorf("a missing kernel: error %v", err)
	}
}

// An array without elements keeps all promises about its strides, since it has no neighbors.
func TestEmptyArraysKeepPromisesAboutStrides(t *testing.T) {
	m := module(t, `tile.kernel @k(%x: !tile.array<?x?xf32, strides = [?, 1]> {tile.stride_divisibility = array<i64: 16, 1>}) {
    tile.return
  }`)
	for _, c := range []struct {
		shape []int64
		want  error
	}{{[]int64{4, 0}, nil}, {[]int64{0, 5}, nil}, {[]int64{4, 16}, nil}, {[]int64{4, 5}, interp.ErrArgument}} {
		x, err := interp.Filled(m.Context().F32(), c.shape, func(int) float64 { return 0 })
		if err != nil {
			t.Fatal(err)
		}
		if err := interp.Run(t.Context(), m, "k", interp.Grid{1, 1, 1}, x); !errors.Is(err, c.want) {
			t.Errorf("%v: error %v, want %v", c.shape, err, c.want)
		}
	}
}

func TestCancellingStopsALoopWithoutEnd(t *testing.T) {
	op := module(t, `tile.kernel @k() {
  cf.br ^loop
^loop:
  cf.br ^loop
}`)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := interp.Run(ctx, op, "k", interp.Grid{1, 1, 1}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestUnknownOperationsAndTypesAreLocatedErrors(t *testing.T) {
	for _, body := range []string{
		"%m = arith.constant dense<0> : tensor<99999999999xi8>\n%r = arith.constant 1 : i32",
		"%m = arith.constant dense<0> : vector<[4]xi8>\n%r = arith.constant 1 : i32",
		"%m = arith.constant 1.0 : f80\n%n = math.sqrt %m : f80\n%r = arith.constant 1 : i32",
	} {
		if _, err := eval(t, "i32", body, nil); !errors.Is(err, interp.ErrUnsupported) {
			t.Errorf("%s: error %v", body, err)
		}
	}
}

package accumulate_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/accumulate"
)

// kernel reduces an array to one element. Each iteration reduces the next 128 elements and combines the result with the
// value that the loop carries, which begins as %start.
const kernel = `tile.kernel @k(%%x: !tile.ptr<%[1]s>, %%y: !tile.ptr<%[1]s>, %%start: %[1]s, %%n: i32) {
  %%c0 = arith.constant 0 : i32
  %%c1 = arith.constant 1 : i32
  %%c128 = arith.constant dense<128> : tensor<128xi32>
  %%i = tile.iota : tensor<128xi32>
  %%p = tile.splat %%x : !tile.ptr<%[1]s> -> tensor<128x!tile.ptr<%[1]s>>
  %%r = scf.for %%k = %%c0 to %%n step %%c1 iter_args(%%acc = %%start) -> (%[1]s) : i32 {
    %%ks = tile.splat %%k : i32 -> tensor<128xi32>
    %%o = arith.muli %%ks, %%c128 : tensor<128xi32>
    %%at = arith.addi %%o, %%i : tensor<128xi32>
    %%ps = tile.addptr %%p, %%at : tensor<128x!tile.ptr<%[1]s>>, tensor<128xi32> -> tensor<128x!tile.ptr<%[1]s>>
    %%v = tile.load %%ps : tensor<128x!tile.ptr<%[1]s>>
    %%s = tile.reduce %%v axis = 0 {
    ^bb0(%%a: %[1]s, %%b: %[1]s):
      %%t = %[2]s %%a, %%b : %[1]s
      tile.yield %%t : %[1]s
    } : tensor<128x%[1]s> -> %[1]s
    %%next = %[2]s %%s, %%acc : %[1]s
    scf.yield %%next : %[1]s
  }
  tile.store %%y, %%r : !tile.ptr<%[1]s>, %[1]s
  tile.return
}`

func parse(t *testing.T, source string) (*girih.Module, tile.Kernel) {
	t.Helper()
	m, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	k, ok := tile.AsKernel(m.Operation().Region(0).Entry().First())
	if !ok {
		t.Fatal("no kernel")
	}
	return m, k
}

// The pass does not change the result of a loop, for every operation and for 0, 1 and 4 iterations. Results are
// compared bit by bit: the inputs are such that no order of the operations rounds.
func TestRunningValuesEndAsTheyDid(t *testing.T) {
	for _, c := range []struct {
		elem, op string
		value    func(i int) float64
	}{
		{"i32", "arith.addi", func(i int) float64 { return float64(i * 7919 % 1000) }},
		{"i32", "arith.muli", func(i int) float64 { return float64(2*i + 1) }},
		{"i32", "arith.andi", func(i int) float64 { return float64(i | 0x3000) }},
		{"i32", "arith.ori", func(i int) float64 { return float64(i) }},
		{"i32", "arith.xori", func(i int) float64 { return float64(i * 31) }},
		{"i16", "arith.maxsi", func(i int) float64 { return float64(-30000 + i*37%59) }},
		{"i16", "arith.minsi", func(i int) float64 { return float64(30000 - i*37%59) }},
		{"i16", "arith.maxui", func(i int) float64 { return float64(i * 37 % 59) }},
		{"i16", "arith.minui", func(i int) float64 { return float64(30000 + i*37%59) }},
		{"f32", "arith.addf", func(i int) float64 { return float64(i%17) / 4 }},
		{"f32", "arith.addf", func(int) float64 { return math.Copysign(0, -1) }},
		{"f32", "arith.mulf", func(i int) float64 { return float64(1 - i%2*2) }},
		{"f32", "arith.maximumf", func(i int) float64 { return float64(-i - 5) }},
		{"f32", "arith.minimumf", func(i int) float64 { return float64(i + 5) }},
		{"f32", "arith.maxnumf", func(int) float64 { return math.NaN() }},
		{"f16", "arith.maxnumf", func(i int) float64 { return []float64{float64(-i), math.NaN()}[i%2] }},
		{"f32", "arith.minnumf", func(i int) float64 { return []float64{float64(i), math.NaN()}[i%2] }},
	} {
		for _, trips := range []int64{0, 1, 4} {
			var want *interp.Array
			for _, warps := range []int{0, 1, 4} { // 0: without the change
				source := fmt.Sprintf(kernel, c.elem, c.op)
				m, k := parse(t, source)
				if warps > 0 {
					if !accumulate.Loops(k, warps) {
						t.Fatalf("%s: nothing changed", c.op)
					}
					if err := ir.Verify(m.Operation(), nil); err != nil {
						t.Fatalf("%v\n%s", err, m)
					}
				}
				elem := m.Operation().Context().I(32)
				var typ ir.Type = elem
				if c.elem == "i16" {
					typ = m.Operation().Context().I(16)
				} else if c.elem[0] == 'f' {
					typ = m.Operation().Context().Float(c.elem)
				}
				x, err := interp.Filled(typ, []int64{512}, c.value)
				if err != nil {
					t.Fatal(err)
				}
				y, err := interp.NewArray(typ, 1)
				if err != nil {
					t.Fatal(err)
				}
				var start any = c.value(3)
				if c.elem[0] == 'i' {
					start = int64(c.value(3))
				}
				if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, x, y, start, trips); err != nil {
					t.Fatalf("%v\n%s", err, m)
				}
				if warps == 0 {
					want = y
				} else if y.Bits(0) != want.Bits(0) {
					t.Errorf("%s of %s, %d iterations, %d warps: %v, want %v\n%s", c.op, c.elem, trips, warps, y.Float64(0),
						want.Float64(0), m)
				}
			}
		}
	}
}

func TestOnlyWhatNobodySeesIsDeferred(t *testing.T) {
	const head = `tile.kernel @k(%y: !tile.ptr<f32>, %start: f32, %n: i32) {
  %x = tile.splat %start : f32 -> tensor<128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (f32) : i32 {
    %s = tile.reduce %x axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tile.yield %t : f32
    } : tensor<128xf32> -> f32
`
	for _, c := range []struct{ name, body, next string }{
		{"another operation", "%next = arith.mulf %acc, %s : f32", "%next"},
		{"the running value is stored", "%next = arith.addf %acc, %s : f32\ntile.store %y, %acc : !tile.ptr<f32>, f32",
			"%next"},
		{"the next value is stored", "%next = arith.addf %acc, %s : f32\ntile.store %y, %next : !tile.ptr<f32>, f32",
			"%next"},
		{"the reduction is stored", "%next = arith.addf %acc, %s : f32\ntile.store %y, %s : !tile.ptr<f32>, f32", "%next"},
		{"something else is passed on", "%next = arith.addf %acc, %s : f32\n%other = arith.negf %next : f32", "%other"},
	} {
		_, k := parse(t, head+c.body+"\nscf.yield "+c.next+" : f32\n}\ntile.store %y, %r : !tile.ptr<f32>, "+
			"f32\ntile.return\n}")
		if accumulate.Loops(k, 4) {
			t.Errorf("%s: changed", c.name)
		}
	}
}

// A thread accumulates few elements. The loop reduces a large tile in part, here from 64 rows to 4.
func TestLargeTilesAreReducedInPart(t *testing.T) {
	_, k := parse(t, `tile.kernel @k(%f: f32, %n: i32) {
  %x = tile.splat %f : f32 -> tensor<64x128xf32>
  %start = tile.splat %f : f32 -> tensor<128xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<128xf32>) : i32 {
    %s = tile.reduce %x axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %t = arith.addf %a, %b : f32
      tile.yield %t : f32
    } : tensor<64x128xf32> -> tensor<128xf32>
    %next = arith.addf %acc, %s : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  tile.return
}`)
	if !accumulate.Loops(k, 4) {
		t.Fatal("nothing changed")
	}
	for op := range k.Entry().Ops() {
		if f, ok := scf.AsFor(op); ok {
			if got := f.IterArgs()[0].Type().String(); got != "tensor<4x128xf32>" {
				t.Errorf("the loop carries %s", got)
			}
		}
	}
}

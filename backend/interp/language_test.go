package interp_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// compute runs a kernel whose body computes %r, a tensor of n elements of a type in one dimension, from %x, the numbers
// 0, 1, ... as tensor<8xi32>, %f, the same as tensor<8xf32>, and %z, the i32 zero. It returns the elements.
func compute(t *testing.T, elem string, n int, body string) ([]float64, error) {
	t.Helper()
	op := module(t, fmt.Sprintf(`tile.kernel @k(%%p: !tile.ptr<%[1]s>, %%z: i32) {
  %%x = tile.iota : tensor<8xi32>
  %%f = tile.cast %%x : tensor<8xi32> -> tensor<8xf32>
%[3]s
  %%out = tile.iota : tensor<%[2]dxi32>
  %%ptrs = tile.addptr %%p, %%out : !tile.ptr<%[1]s>, tensor<%[2]dxi32> -> tensor<%[2]dx!tile.ptr<%[1]s>>
  tile.store %%ptrs, %%r : tensor<%[2]dx!tile.ptr<%[1]s>>, tensor<%[2]dx%[1]s>
  tile.return
}`, elem, n, body))
	out, err := interp.NewArray(element(t, elem), int64(n))
	if err != nil {
		t.Fatal(err)
	}
	if err := interp.Run(context.Background(), op, "k", interp.Grid{1, 1, 1}, out, 0); err != nil {
		return nil, err
	}
	return out.Float64s(), nil
}

type program struct {
	name, elem, body string
	want             []float64
}

func (p program) check(t *testing.T) {
	t.Helper()
	got, err := compute(t, p.elem, len(p.want), p.body)
	if err != nil {
		t.Fatal(err)
	}
	for i, w := range p.want {
		if got[i] != w && !(math.IsNaN(got[i]) && math.IsNaN(w)) {
			t.Fatalf("got %v, want %v", got, p.want)
		}
	}
}

func TestRearrangement(t *testing.T) {
	const m = "  %m = tile.reshape %x : tensor<8xi32> -> tensor<2x4xi32>\n"
	for _, p := range []program{
		{"permute", "i32", m + `%q = tile.permute %m [1, 0] : tensor<2x4xi32> -> tensor<4x2xi32>
  %r = tile.reshape %q : tensor<4x2xi32> -> tensor<8xi32>`, []float64{0, 4, 1, 5, 2, 6, 3, 7}},
		{"permute three dimensions", "i32", `%c = tile.reshape %x : tensor<8xi32> -> tensor<2x2x2xi32>
  %q = tile.permute %c [1, 2, 0] : tensor<2x2x2xi32> -> tensor<2x2x2xi32>
  %r = tile.reshape %q : tensor<2x2x2xi32> -> tensor<8xi32>`, []float64{0, 4, 1, 5, 2, 6, 3, 7}},
		{"cat along the first", "i32", m + `%q = tile.cat %m, %m axis = 0 : tensor<2x4xi32>, tensor<2x4xi32> -> tensor<4x4xi32>
  %r = tile.reshape %q : tensor<4x4xi32> -> tensor<16xi32>`,
			[]float64{0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7}},
		{"cat along the last", "i32", m + `%q = tile.cat %m, %m axis = 1 : tensor<2x4xi32>, tensor<2x4xi32> -> tensor<2x8xi32>
  %r = tile.reshape %q : tensor<2x8xi32> -> tensor<16xi32>`,
			[]float64{0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 4, 5, 6, 7}},
		{"join", "i32", `%n = tile.neg %x : tensor<8xi32> -> tensor<8xi32>
  %q = tile.join %x, %n : tensor<8xi32> -> tensor<8x2xi32>
  %r = tile.reshape %q : tensor<8x2xi32> -> tensor<16xi32>`,
			[]float64{0, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7}},
		{"split", "i32", `%q = tile.reshape %x : tensor<8xi32> -> tensor<4x2xi32>
  %even, %odd = tile.split %q : tensor<4x2xi32> -> tensor<4xi32>
  %r = tile.sub %odd, %even : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>`, []float64{1, 1, 1, 1}},
		{"flip along the first", "i32", m + `%q = tile.flip %m axis = 0 : tensor<2x4xi32>
  %r = tile.reshape %q : tensor<2x4xi32> -> tensor<8xi32>`, []float64{4, 5, 6, 7, 0, 1, 2, 3}},
		{"flip along the last", "i32", m + `%q = tile.flip %m axis = 1 : tensor<2x4xi32>
  %r = tile.reshape %q : tensor<2x4xi32> -> tensor<8xi32>`, []float64{3, 2, 1, 0, 7, 6, 5, 4}},
		{"extract", "i32", m + `%one = tile.literal 1
  %i = tile.cast %one : !tile.literal<int> -> i32
  %q = tile.extract %m[%z, %i] : tensor<2x4xi32> -> tensor<2x2xi32>
  %r = tile.reshape %q : tensor<2x2xi32> -> tensor<4xi32>`, []float64{2, 3, 6, 7}},
		{"insert", "i32", m + `%one = tile.literal 1
  %i = tile.cast %one : !tile.literal<int> -> i32
  %q = tile.insert %z, %m[%i, %i] : i32, tensor<2x4xi32>
  %r = tile.reshape %q : tensor<2x4xi32> -> tensor<8xi32>`, []float64{0, 1, 2, 3, 4, 0, 6, 7}},
	} {
		t.Run(p.name, p.check)
	}
}

func TestScansSortingAndGathering(t *testing.T) {
	const sum = ` {
  ^bb0(%a: i32, %b: i32):
    %c = tile.add %a, %b : i32, i32 -> i32
    tile.yield %c : i32
  }`
	for _, p := range []program{
		{"scan", "i32", `%r = tile.scan %x axis = 0` + sum + ` : tensor<8xi32> -> tensor<8xi32>`,
			[]float64{0, 1, 3, 6, 10, 15, 21, 28}},
		{"scan in reverse", "i32", `%r = tile.scan %x axis = 0 reverse` + sum + ` : tensor<8xi32> -> tensor<8xi32>`,
			[]float64{28, 28, 27, 25, 22, 18, 13, 7}},
		{"scan along an inner axis", "i32", `%m = tile.reshape %x : tensor<8xi32> -> tensor<2x4xi32>
  %q = tile.scan %m axis = 0` + sum + ` : tensor<2x4xi32> -> tensor<2x4xi32>
  %r = tile.reshape %q : tensor<2x4xi32> -> tensor<8xi32>`, []float64{0, 1, 2, 3, 4, 6, 8, 10}},
		{"a scan has passed what is on the left", "i32", `%r = tile.scan %x axis = 0 reverse {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  } : tensor<8xi32> -> tensor<8xi32>`, []float64{7, 7, 7, 7, 7, 7, 7, 7}},
		{"map", "f32", `%r = tile.map %x, %f {
  ^bb0(%a: i32, %b: f32):
    %c = tile.mul %a, %b : i32, f32 -> f32
    tile.yield %c : f32
  } : tensor<8xi32>, tensor<8xf32> -> tensor<8xf32>`, []float64{0, 1, 4, 9, 16, 25, 36, 49}},
		{"map of pairs", "f32", `%q, %r = tile.map %x, %f pack = 2 {
  ^bb0(%a: i32, %b: i32, %c: f32, %d: f32):
    %e = tile.sub %b, %a : i32, i32 -> i32
    %g = tile.mul %a, %d : i32, f32 -> f32
    %h = tile.neg %c : f32 -> f32
    tile.yield %a, %e, %g, %h : i32, i32, f32, f32
  } : tensor<8xi32>, tensor<8xf32> -> tensor<8xi32>, tensor<8xf32>`, []float64{0, 0, 6, -2, 20, -4, 42, -6}},
		{"first result of a map of pairs", "i32", `%r, %q = tile.map %x, %f pack = 2 {
  ^bb0(%a: i32, %b: i32, %c: f32, %d: f32):
    %e = tile.sub %b, %a : i32, i32 -> i32
    tile.yield %b, %e, %c, %d : i32, i32, f32, f32
  } : tensor<8xi32>, tensor<8xf32> -> tensor<8xi32>, tensor<8xf32>`, []float64{1, 1, 3, 1, 5, 1, 7, 1}},
		{"map of pairs beyond a row", "i32", `%m = tile.reshape %x : tensor<8xi32> -> tensor<4x2xi32>
  %q = tile.map %m pack = 4 {
  ^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
    tile.yield %d, %c, %b, %a : i32, i32, i32, i32
  } : tensor<4x2xi32> -> tensor<4x2xi32>
  %r = tile.reshape %q : tensor<4x2xi32> -> tensor<8xi32>`, []float64{3, 2, 1, 0, 7, 6, 5, 4}},
		{"sort in descending order", "i32", `%r = tile.sort %x axis = 0 descending : tensor<8xi32> -> tensor<8xi32>`,
			[]float64{7, 6, 5, 4, 3, 2, 1, 0}},
		{"equal keys stay in order", "i32", `%two = tile.literal 2
  %k = tile.mod %x, %two : tensor<8xi32>, !tile.literal<int> -> tensor<8xi32>
  %keys, %r = tile.sort %k, %x axis = 0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>, tensor<8xi32>`,
			[]float64{0, 2, 4, 6, 1, 3, 5, 7}},
		{"NaN is the greatest key", "f32", `%four = tile.literal 4
  %d = tile.sub %x, %four : tensor<8xi32>, !tile.literal<int> -> tensor<8xi32>
  %e = tile.cast %d : tensor<8xi32> -> tensor<8xf32>
  %root = tile.sqrt %e : tensor<8xf32> -> tensor<8xf32>
  %r = tile.sort %root axis = 0 : tensor<8xf32> -> tensor<8xf32>`,
			[]float64{0, 1, float64(float32(math.Sqrt2)), float64(float32(math.Sqrt(3))), math.NaN(), math.NaN(), math.NaN(),
				math.NaN()}},
		{"signed keys", "i32", `%four = tile.literal 4
  %d = tile.sub %four, %x : !tile.literal<int>, tensor<8xi32> -> tensor<8xi32>
  %r = tile.sort %d axis = 0 : tensor<8xi32> -> tensor<8xi32>`, []float64{-3, -2, -1, 0, 1, 2, 3, 4}},
		{"unsigned keys", "i32", `%four = tile.literal 4
  %d = tile.sub %four, %x : !tile.literal<int>, tensor<8xi32> -> tensor<8xi32>
  %r = tile.sort %d axis = 0 unsigned : tensor<8xi32> -> tensor<8xi32>`, []float64{0, 1, 2, 3, 4, -3, -2, -1}},
		{"histogram", "i32", `%two = tile.literal 2
  %h = tile.floordiv %x, %two : tensor<8xi32>, !tile.literal<int> -> tensor<8xi32>
  %six = tile.literal 5
  %m = tile.cmp lt, %x, %six : tensor<8xi32>, !tile.literal<int> -> tensor<8xi1>
  %r = tile.histogram %h mask %m : tensor<8xi32>, tensor<8xi1> -> tensor<4xi32>`, []float64{2, 2, 1, 0}},
		{"gather", "f32", `%m = tile.reshape %f : tensor<8xf32> -> tensor<4x2xf32>
  %i = tile.reshape %x : tensor<8xi32> -> tensor<4x2xi32>
  %four = tile.literal 4
  %j = tile.mod %i, %four : tensor<4x2xi32>, !tile.literal<int> -> tensor<4x2xi32>
  %q = tile.gather %m[%j] axis = 0 : tensor<4x2xf32>, tensor<4x2xi32> -> tensor<4x2xf32>
  %r = tile.reshape %q : tensor<4x2xf32> -> tensor<8xf32>`, []float64{0, 3, 4, 7, 0, 3, 4, 7}},
	} {
		t.Run(p.name, p.check)
	}
}

func TestContractions(t *testing.T) {
	const square = `%m = tile.reshape %f : tensor<8xf32> -> tensor<2x4xf32>
  %n = tile.reshape %f : tensor<8xf32> -> tensor<4x2xf32>
  %zero = arith.constant dense<0.5> : tensor<2x2xf32>
`
	for _, p := range []program{
		{"product and accumulator", "f32", square + `%q = tile.dot %m, %n, %zero : tensor<2x4xf32>, tensor<4x2xf32> -> tensor<2x2xf32>
  %r = tile.reshape %q : tensor<2x2xf32> -> tensor<4xf32>`, []float64{28.5, 34.5, 76.5, 98.5}},
		{"batches", "i32", `%m = tile.cast %x : tensor<8xi32> -> tensor<8xi8>
  %a = tile.reshape %m : tensor<8xi8> -> tensor<2x2x2xi8>
  %zero = arith.constant dense<1> : tensor<2x2x2xi32>
  %q = tile.dot %a, %a, %zero : tensor<2x2x2xi8>, tensor<2x2x2xi8> -> tensor<2x2x2xi32>
  %r = tile.reshape %q : tensor<2x2x2xi32> -> tensor<8xi32>`, []float64{3, 4, 7, 12, 47, 56, 67, 80}},
		{"tf32 has ten bits of fraction", "f32", `%tiny = arith.constant dense<1.00048828125> : tensor<1x1xf32>
  %more = arith.constant dense<1.000732421875> : tensor<1x1xf32>
  %one = arith.constant dense<1.0> : tensor<1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %down = tile.dot %tiny, %one, %zero precision tf32 : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  %up = tile.dot %more, %one, %zero precision tf32 : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<1x1xf32>
  %q = tile.cat %down, %up axis = 0 : tensor<1x1xf32>, tensor<1x1xf32> -> tensor<2x1xf32>
  %r = tile.reshape %q : tensor<2x1xf32> -> tensor<2xf32>`, []float64{1, 1 + 1.0/1024}},
		{"unsigned bytes", "i32", `%b = arith.constant dense<-1> : tensor<1x1xi8>
  %zero = arith.constant dense<0> : tensor<1x1xi32>
  %u = tile.dot %b, %b, %zero lhs_unsigned : tensor<1x1xi8>, tensor<1x1xi8> -> tensor<1x1xi32>
  %r = tile.reshape %u : tensor<1x1xi32> -> tensor<1xi32>`, []float64{-255}},
		{"packed e2m1 with scales", "f32", `%a = arith.constant dense<[[33, 50]]> : tensor<1x2xi8>
  %b = arith.constant dense<56> : tensor<4x1xi8>
  %s = arith.constant dense<128> : tensor<1x1xi8>
  %zero = arith.constant dense<0.0> : tensor<1x1xf32>
  %q = tile.dot_scaled %a as e2m1 scale %s, %b as e4m3, %zero : tensor<1x2xi8>, tensor<1x1xi8> by tensor<4x1xi8> -> tensor<1x1xf32>
  %r = tile.reshape %q : tensor<1x1xf32> -> tensor<1xf32>`, []float64{2 * (0.5 + 1 + 1 + 1.5)}},
		// Rows 0.5, 1 and 1, 1.5 times columns of ones. 33 packs 1 in the low half and 2 in the high half of a byte, 50
		// packs 2 and 3.
		{"rows of e2m1 packed in bytes", "f32", `%a = arith.constant dense<[[33, 50]]> : tensor<1x2xi8>
  %b = arith.constant dense<[[56], [64]]> : tensor<2x1xi8>
  %s = arith.constant dense<[[128], [127]]> : tensor<2x1xi8>
  %zero = arith.constant dense<0.0> : tensor<2x1xf32>
  %q = tile.dot_scaled %a as e2m1 scale %s, %b as e4m3, %zero lhs_outer_packed : tensor<1x2xi8>, tensor<2x1xi8> by tensor<2x1xi8> -> tensor<2x1xf32>
  %r = tile.reshape %q : tensor<2x1xf32> -> tensor<2xf32>`, []float64{2 * (0.5 + 2*1), 1 + 2*1.5}},
		{"columns of e2m1 packed in bytes", "f32", `%a = arith.constant dense<[[56, 64]]> : tensor<1x2xi8>
  %b = arith.constant dense<[[33], [50]]> : tensor<2x1xi8>
  %s = arith.constant dense<[[128], [127]]> : tensor<2x1xi8>
  %zero = arith.constant dense<0.0> : tensor<1x2xf32>
  %q = tile.dot_scaled %a as e4m3, %b as e2m1 scale %s, %zero rhs_outer_packed : tensor<1x2xi8> by tensor<2x1xi8>, tensor<2x1xi8> -> tensor<1x2xf32>
  %r = tile.reshape %q : tensor<1x2xf32> -> tensor<2xf32>`, []float64{2 * (0.5 + 2*1), 1 + 2*1.5}},
	} {
		t.Run(p.name, p.check)
	}
}

func TestRoundingAndConversion(t *testing.T) {
	const third = `%one = arith.constant dense<1.0> : tensor<1xf32>
  %three = arith.constant dense<3.0> : tensor<1xf32>
`
	below, above := float64(float32(0x1.555554p-2)), float64(float32(0x1.555556p-2))
	for _, p := range []program{
		{"towards zero", "f32", third +
			`%r = tile.div %one, %three rounding zero : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>`,
			[]float64{below}},
		{"upwards", "f32", third + `%r = tile.div %one, %three rounding positive_inf : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>`,
			[]float64{above}},
		{"flush to zero", "f32", `%tiny = arith.constant dense<1.0e-40> : tensor<1xf32>
  %r = tile.add %tiny, %tiny flush_to_zero : tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>`, []float64{0}},
		{"e4m3 overflows to NaN", "f8E4M3FN", `%big = arith.constant dense<1000.0> : tensor<1xf32>
  %r = tile.cast %big : tensor<1xf32> -> tensor<1xf8E4M3FN>`, []float64{math.NaN()}},
		{"e4m3 saturates", "f8E4M3FN", `%big = arith.constant dense<1000.0> : tensor<1xf32>
  %r = tile.cast %big saturate : tensor<1xf32> -> tensor<1xf8E4M3FN>`, []float64{448}},
		{"integers saturate", "i8", `%big = arith.constant dense<[1000.0, -1000.0, 0x7FC00000, 3.9]> : tensor<4xf32>
  %r = tile.cast %big saturate : tensor<4xf32> -> tensor<4xi8>`, []float64{127, -128, 0, 3}},
		{"bits", "i32", `%one = arith.constant dense<1.0> : tensor<1xf32>
  %r = tile.bitcast %one : tensor<1xf32> -> tensor<1xi32>`, []float64{0x3f800000}},
		{"ceiling division", "i32", `%m = arith.constant dense<[-7, 7]> : tensor<2xi32>
  %two = tile.literal 2
  %r = tile.cdiv %m, %two : tensor<2xi32>, !tile.literal<int> -> tensor<2xi32>`, []float64{-3, 4}},
		{"upper half of a product", "i32", `%m = arith.constant dense<[-1, 1073741824]> : tensor<2xi32>
  %four = tile.literal 4
  %r = tile.mulhi %m, %four : tensor<2xi32>, !tile.literal<int> -> tensor<2xi32>`, []float64{-1, 1}},
		{"clamp", "f32", `%low = tile.literal 2.0
  %high = tile.literal 5.0
  %r = tile.clamp %f, %low, %high : tensor<8xf32>, !tile.literal<float>, !tile.literal<float> -> tensor<8xf32>`,
			[]float64{2, 2, 2, 3, 4, 5, 5, 5}},
	} {
		t.Run(p.name, p.check)
	}
}

func TestUndefinedBehaviourOfTheLanguageIsReported(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       error
	}{
		{"gather out of bounds", `%i = arith.constant dense<8> : tensor<8xi32>
  %g = tile.gather %x[%i] axis = 0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  %c = tile.cmp ge, %g, %z : tensor<8xi32>, i32 -> tensor<8xi1>
  tile.assert %c, "decided by what nothing defines" : tensor<8xi1>`, interp.ErrUndefined},
		{"histogram of what nothing defines", `%i = arith.constant dense<8> : tensor<8xi32>
  %g = tile.gather %x[%i] axis = 0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  %h = tile.histogram %g : tensor<8xi32> -> tensor<4xi32>
  %c = tile.cmp ge, %h, %z : tensor<4xi32>, i32 -> tensor<4xi1>
  tile.assert %c, "decided by what nothing defines" : tensor<4xi1>`, interp.ErrUndefined},
		{"assertion", `%c = tile.cmp lt, %x, %z : tensor<8xi32>, i32 -> tensor<8xi1>
  tile.assert %c, "below" : tensor<8xi1>`, interp.ErrAssertion},
		{"assumption", `%c = tile.cmp lt, %x, %z : tensor<8xi32>, i32 -> tensor<8xi1>
  tile.assume %c : tensor<8xi1>`, interp.ErrAssumption},
		{"hint", `%h = tile.hint %x contiguity [8] divisibility [2] constancy [2] : tensor<8xi32>`, interp.ErrAssumption},
	} {
		t.Run(tt.name, func(t *testing.T) {
			body := tt.body + "\n  %r = tile.neg %f : tensor<8xf32> -> tensor<8xf32>"
			_, err := compute(t, "f32", 8, body)
			var d *ir.Diagnostic
			if !errors.Is(err, tt.want) || !errors.As(err, &d) {
				t.Errorf("error %v, want a located %v", err, tt.want)
			}
		})
	}
}

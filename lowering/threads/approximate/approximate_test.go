package approximate_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/threads/approximate"
)

// threads is the number of inputs of one execution.
const threads = 1024

// thread is the text of a kernel of one block. Each thread loads %v from array %p and %w from array %q, computes %r
// from them by the operations that replace $LINES, and stores %r to %p.
const thread = `llvm.func @k(%p: !llvm.ptr<1>, %q: !llvm.ptr<1>) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 1024, 1, 1>} {
  %t = nvvm.read.ptx.sreg.tid.x : i32
  %pp = llvm.getelementptr %p[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %qp = llvm.getelementptr %q[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
  %v = llvm.load %pp : !llvm.ptr<1> -> f32
  %w = llvm.load %qp : !llvm.ptr<1> -> f32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %one = llvm.mlir.constant(1.0 : f32) : f32
  %quarter = llvm.mlir.constant(0.25 : f32) : f32
  %log = llvm.mlir.constant(1.44269502 : f32) : f32
  $LINES
  llvm.store %r, %pp : f32, !llvm.ptr<1>
  llvm.return
}`

func buffer(values []float32) *simt.Buffer {
	b := &simt.Buffer{}
	for _, v := range values {
		b.Data = binary.LittleEndian.AppendUint32(b.Data, math.Float32bits(v))
	}
	return b
}

// compute runs the kernel with the given lines on the inputs v and w, and returns the results. If approximated, it runs
// the pass first, and fails if the pass changes nothing.
func compute(t *testing.T, lines string, approximated bool, v, w []float32) []float32 {
	t.Helper()
	m, err := girih.Parse("thread", []byte(strings.Replace(thread, "$LINES", lines, 1)))
	if err != nil {
		t.Fatal(err)
	}
	if before := m.String(); approximated {
		approximate.Approximate(m.Operation())
		if err := ir.Verify(m.Operation(), nil); err != nil {
			t.Fatalf("%v\n%s", err, m)
		}
		if m.String() == before {
			t.Fatalf("nothing was changed:\n%s", m)
		}
	}
	out := buffer(v)
	if _, err := simt.Run(context.Background(), m.Operation(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, out,
		buffer(w)); err != nil {
		t.Fatalf("%v\n%s", err, m)
	}
	results := make([]float32, len(v))
	for i := range results {
		results[i] = math.Float32frombits(binary.LittleEndian.Uint32(out.Data[4*i:]))
	}
	return results
}

// numbers returns inputs of all magnitudes. For most of them, 2^x is denormal or close to it.
func numbers(r *rand.Rand) []float32 {
	special := []float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)),
		float32(math.NaN()),
		math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, math.MaxFloat32, -math.MaxFloat32, 0x1p-126, -126,
		-127, -149, -150, -151, 127, 128, 126, 125.99}
	out := make([]float32, threads)
	for i := range out {
		switch {
		case i < len(special):
			out[i] = special[i]
		case i%4 == 0:
			out[i] = math.Float32frombits(r.Uint32())
		default:
			out[i] = r.Float32()*280 - 152
		}
	}
	return out
}

func TestSumsWithPowersOfTwoAreTheSameInAllBits(t *testing.T) {
	for name, lines := range map[string]string{
		"sum": "%e = llvm.intr.exp2(%v) : (f32) -> f32\n%r = llvm.fadd %e, %one : f32",
		"least constant": "%c = llvm.mlir.constant(0x0D800000 : f32) : f32\n" + // 2^-100
			"%e = llvm.intr.exp2(%v) : (f32) -> f32\n%r = llvm.fsub %c, %e : f32",
		"fused": "%e = llvm.intr.exp2(%v) : (f32) -> f32\n%r = llvm.intr.fma(%quarter, %e, %one) : (f32, f32, f32) -> f32",
		"large factor": "%k = llvm.mlir.constant(0x71800000 : f32) : f32\n" + // 2^100
			"%e = llvm.intr.exp2(%v) : (f32) -> f32\n%r = llvm.intr.fma(%k, %e, %one) : (f32, f32, f32) -> f32",
		"f16": "%e = llvm.intr.exp2(%v) : (f32) -> f32\n%h = llvm.fptrunc %e : f32 to f16\n%r = llvm.fpext %h : f16 to f32",
		"negative": "%n = llvm.fsub %zero, %v : f32\n%m = llvm.fmul %n, %quarter : f32\n" +
			"%e = llvm.intr.exp2(%m) : (f32) -> f32\n%r = llvm.fadd %e, %one : f32",
	} {
		t.Run(name, func(t *testing.T) {
			v := numbers(rand.New(rand.NewPCG(1, 1)))
			want, got := compute(t, lines, false, v, v), compute(t, lines, true, v, v)
			for i := range v {
				if math.Float32bits(got[i]) != math.Float32bits(want[i]) && !(got[i] != got[i] && want[i] != want[i]) {
					t.Fatalf("of %v: %v, want %v", v[i], got[i], want[i])
				}
			}
		})
	}
}

// TestProductsWithPowersOfTwoAreTheSameInAllBits multiplies f16 and bf16 numbers of all sizes, the smallest included,
// by a power of two and by a sum. The sums have all sizes, and some cancel to almost zero. The pass must keep all bits.
func TestProductsWithPowersOfTwoAreTheSameInAllBits(t *testing.T) {
	const least = "%f = llvm.mlir.constant(1.52587890625e-05 : f32) : f32\n"
	for name, lines := range map[string]string{
		"half":       "%f = llvm.fmul %x, %half : f32\n%s = llvm.fadd %w, %one : f32\n%r = llvm.fmul %f, %s : f32",
		"least":      least + "%h = llvm.fmul %f, %x : f32\n%s = llvm.fsub %one, %w : f32\n%r = llvm.fmul %s, %h : f32",
		"difference": "%f = llvm.fmul %x, %quarter : f32\n%s = llvm.fsub %w, %one : f32\n%r = llvm.fmul %f, %s : f32",
		"fused": "%f = llvm.fmul %x, %half : f32\n%u = llvm.intr.fma(%w, %quarter, %log) : (f32, f32, f32) -> f32\n" +
			"%r = llvm.intr.fma(%u, %f, %w) : (f32, f32, f32) -> f32",
		"least constant": "%c = llvm.mlir.constant(2.168404344971009e-19 : f32) : f32\n" + // 2^-62
			"%f = llvm.fmul %x, %quarter : f32\n%s = llvm.fadd %w, %c : f32\n%r = llvm.fmul %f, %s : f32",
		"greatest constant": "%c = llvm.mlir.constant(1.8446744073709552e+19 : f32) : f32\n" + // 2^64
			"%f = llvm.fmul %x, %half : f32\n%s = llvm.fadd %w, %c : f32\n%r = llvm.fmul %f, %s : f32",
	} {
		for _, elem := range []string{"f16", "bf16"} {
			t.Run(name+"/"+elem, func(t *testing.T) {
				lines := fmt.Sprintf("%%half = llvm.mlir.constant(0.5 : f32) : f32\n%%n = llvm.fptrunc %%v : f32 to %[1]s\n"+
					"%%x = llvm.fpext %%n : %[1]s to f32\n%[2]s", elem, lines)
				r := rand.New(rand.NewPCG(5, 1))
				for range 8 {
					v, w := numbers(r), numbers(r)
					for i := range v {
						if i%3 == 0 { // the smallest numbers of both formats, and sums that cancel most
							v[i], w[i] = float32(math.Ldexp(r.Float64()*4-2, -24-109*r.IntN(2))), r.Float32()*0x1p-20-1
						}
					}
					r.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
					want, got := compute(t, lines, false, v, w), compute(t, lines, true, v, w)
					for i := range v {
						if math.Float32bits(got[i]) != math.Float32bits(want[i]) && !(got[i] != got[i] && want[i] != want[i]) {
							t.Fatalf("of %v and %v: %v, want %v", v[i], w[i], got[i], want[i])
						}
					}
				}
			})
		}
	}
}

// TestQuotientsAreProductsWithReciprocals checks that normal results have an error of at most 2 units in the last
// place. Results overflow and underflow where those of the division do.
func TestQuotientsAreProductsWithReciprocals(t *testing.T) {
	const divided = " {fastmathFlags = #llvm.fastmath<arcp>} : f32"
	for name, lines := range map[string]string{
		"logistic": "%e = llvm.intr.exp2(%v) : (f32) -> f32\n%d = llvm.fadd %e, %one : f32\n%r = " +
			"llvm.fdiv %one, %d" + divided,
		"negative": "%c = llvm.mlir.constant(-3.0 : f32) : f32\n%e = llvm.intr.exp2(%v) : (f32) -> " +
			"f32\n%d = llvm.fadd %one, %e : f32\n%r = llvm.fdiv %c, %d" + divided,
		"any numerator": "%e = llvm.intr.exp2(%v) : (f32) -> f32\n%d = llvm.fadd %e, %one : f32\n%r = " +
			"llvm.fdiv %w, %d" + divided,
		"square": "%d = llvm.intr.fma(%v, %v, %quarter) : (f32, f32, f32) -> f32\n%r = llvm.fdiv %w, %d" + divided,
		"magnitude": "%a = llvm.intr.fabs(%v) : (f32) -> f32\n%d = llvm.fadd %one, %a : f32\n%r = " +
			"llvm.fdiv %w, %d" + divided,
		"zero over": "%a = llvm.intr.fabs(%v) : (f32) -> f32\n%d = llvm.fadd %one, %a : f32\n%r = " +
			"llvm.fdiv %zero, %d" + divided,
		"infinity over": "%i = llvm.mlir.constant(0x7F800000 : f32) : f32\n%a = llvm.intr.fabs(%v) : " +
			"(f32) -> f32\n%d = llvm.fadd %one, %a : f32\n%r = llvm.fdiv %i, %d" + divided,
		"a product": "%s = llvm.fadd %v, %one : f32\n%g = llvm.fmul %w, %s : f32\n%a = " +
			"llvm.intr.fabs(%v) : (f32) -> f32\n%d = llvm.fadd %one, %a : f32\n%r = llvm.fdiv %g, %d" + divided,
		"a product with a constant": "%g = llvm.fmul %w, %quarter : f32\n%a = llvm.intr.fabs(%v) : (f32) -> f32\n%d = " +
			"llvm.fadd %one, %a : f32\n%r = llvm.fdiv %g, %d" + divided,
		"times such a product": "%g = llvm.fmul %w, %quarter : f32\n%a = llvm.intr.fabs(%v) : (f32) -> f32\n%d = " +
			"llvm.fadd %one, %a : f32\n%i = llvm.fdiv %one, %d" + divided + "\n%r = llvm.fmul %i, %g : f32",
		"silu of one": "%g = llvm.fmul %v, %quarter : f32\n%m = llvm.fsub %zero, %g : f32\n%l = llvm.fmul %m, %log : f32\n" +
			"%e = llvm.intr.exp2(%l) : (f32) -> f32\n%d = llvm.fadd %e, %one : f32\n%i = llvm.fdiv %one, %d" + divided +
			"\n%r = llvm.fmul %g, %i : f32",
		"silu of a sum in a product": "%n = llvm.fptrunc %v : f32 to bf16\n%x = llvm.fpext %n : bf16 to f32\n%a = " +
			"llvm.intr.fabs(%w) : (f32) -> f32\n%b = llvm.fneg %a : f32\n%c = llvm.intr.exp2(%b) : (f32) -> f32\n" +
			"%s = llvm.fsub %one, %c : f32\n%g = llvm.fmul %x, %s : f32\n%m = llvm.fsub %zero, %g : f32\n%l = llvm.fmul " +
			"%m, %log : f32\n" +
			"%e = llvm.intr.exp2(%l) : (f32) -> f32\n%d = llvm.fadd %e, %one : f32\n%i = llvm.fdiv %one, %d" + divided +
			"\n%r = llvm.fmul %g, %i : f32",
		"a divisor reused": "%a = llvm.intr.fabs(%v) : (f32) -> f32\n%d = llvm.fadd %one, %a : f32\n%s = llvm.fdiv %w, %d" +
			divided + "\n%r = llvm.fmul %s, %d : f32",
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2, 1))
			v, w := numbers(r), numbers(r)
			r.Shuffle(len(w), func(i, j int) { w[i], w[j] = w[j], w[i] })
			want, got := compute(t, lines, false, v, w), compute(t, lines, true, v, w)
			for i := range v {
				if err := near(got[i], want[i]); err != nil {
					t.Fatalf("of %v and %v: %v", v[i], w[i], err)
				}
			}
		})
	}
}

// near allows for two units in the last place. Where the reciprocal of a divisor is denormal, it has fewer digits than
// others, but at least 21 bits.
func near(got, want float32) error {
	g, w := float64(got), float64(want)
	switch {
	case g == w || g != g && w != w:
		return nil
	case math.Abs(g-w) <= 0x1p-148, math.Abs(g-w) <= 0x1p-21*math.Abs(w):
		return nil
	}
	return fmt.Errorf("%v, want %v", got, want)
}

const activations = `module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>) {
  %i = tile.iota : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  %zero = arith.constant dense<0.0> : tensor<1024xf32>
  %half = arith.constant dense<0.5> : tensor<1024xf32>
  %one = arith.constant dense<1.0> : tensor<1024xf32>
  %root = arith.constant dense<0.707106769> : tensor<1024xf32>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %h = arith.mulf %v, %half fastmath<contract> : tensor<1024xf32>
  %a = arith.mulf %v, %root fastmath<contract> : tensor<1024xf32>
  %e = math.erf %a fastmath<afn> : tensor<1024xf32>
  %s = arith.addf %e, %one fastmath<contract> : tensor<1024xf32>
  %gelu = arith.mulf %h, %s fastmath<contract> : tensor<1024xf32>
  %m = arith.subf %zero, %gelu fastmath<contract> : tensor<1024xf32>
  %p = math.exp %m fastmath<afn> : tensor<1024xf32>
  %d = arith.addf %p, %one fastmath<contract> : tensor<1024xf32>
  %q = arith.divf %one, %d fastmath<arcp> : tensor<1024xf32>
  %r = arith.mulf %gelu, %q fastmath<contract> : tensor<1024xf32>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %op = tile.addptr %os, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  tile.store %op, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.return
}
}`

// TestActivationsAreThoseOfTheReferenceExecutor compiles gelu and silu from tiles to threads. The results may differ
// from those of the reference executor, which does not approximate, only by the absolute error of erf.
func TestActivationsAreThoseOfTheReferenceExecutor(t *testing.T) {
	m, err := girih.Parse("activations", []byte(activations))
	if err != nil {
		t.Fatal(err)
	}
	f32, r := m.Operation().Context().F32(), rand.New(rand.NewPCG(4, 1))
	x, err := interp.Filled(f32, []int64{1024}, func(int) float64 { return r.NormFloat64() * 3 })
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range numbers(r)[:32] {
		x.SetBits(i, uint64(math.Float32bits(v)))
	}
	execute := func(run func(args ...any) error) *interp.Array {
		out, err := interp.NewArray(f32, 1024)
		if err == nil {
			err = run(x, out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := execute(func(args ...any) error { return m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...) })
	program, err := m.Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, slow := range []string{"llvm.fdiv", "llvm.fcmp", "llvm.intr.exp2"} {
		if strings.Contains(program.String(), slow) {
			t.Errorf("%s is left:\n%s", slow, program)
		}
	}
	got := execute(func(args ...any) error {
		_, err := program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
		return err
	})
	for i := range got.Len() {
		v, g, w := x.Float64(i), got.Float64(i), want.Float64(i)
		// The terms: x/2 times the error of 1 + erf, what silu adds to that, and the rounding of some products.
		bound := math.Abs(v)/2*1.1*(0x1p-23+0x1p-24) + math.Abs(w)*0x1p-20
		if !(math.Abs(g-w) <= bound) && g != w && !(g != g && w != w) {
			t.Fatalf("of %v: %v, want %v", v, g, w)
		}
	}
}

// TestActivationsOfBF16AreThoseOfTheReferenceExecutor uses bf16 inputs. Then a thread needs four products for each
// number rather than seven, since the other constants are merged into sums and polynomials. The results are those of
// the reference executor, rounded to bf16, except for the absolute error of erf.
func TestActivationsOfBF16AreThoseOfTheReferenceExecutor(t *testing.T) {
	source := strings.NewReplacer("!tile.ptr<f32>", "!tile.ptr<bf16>",
		"%v = tile.load %xp : tensor<1024x!tile.ptr<f32>>",
		"%n = tile.load %xp : tensor<1024x!tile.ptr<bf16>>\n%v = arith.extf %n : tensor<1024xbf16> to tensor<1024xf32>",
		"tile.store %op, %r : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>",
		"%t = arith.truncf %r : tensor<1024xf32> to tensor<1024xbf16>\ntile.store %op, %t : "+
			"tensor<1024x!tile.ptr<bf16>>, tensor<1024xbf16>").Replace(activations)
	m, err := girih.Parse("activations", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	bf16 := m.Operation().Context().Float("bf16")
	execute := func(first int, run func(args ...any) error) *interp.Array {
		x, err := interp.NewArray(bf16, 1024)
		if err != nil {
			t.Fatal(err)
		}
		for i := range x.Len() {
			x.SetBits(i, uint64(first+i))
		}
		out, err := interp.NewArray(bf16, 1024)
		if err == nil {
			err = run(x, out)
		}
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	var wants []*interp.Array
	for first := 0; first < 1<<16; first += 1024 { // all values of bf16
		wants = append(wants, execute(first, func(args ...any) error {
			return m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...)
		}))
	}
	program, err := m.Compile(context.Background(), girih.CompileOptions{})
	if err != nil {
		t.Fatal(err)
	}
	const perThread = 1024 / 128
	if n := strings.Count(program.String(), "llvm.fmul"); n != 4*perThread {
		t.Errorf("%d products in a thread of %d numbers, want 4 of each:\n%s", n, perThread, program)
	}
	for k, want := range wants {
		got := execute(1024*k, func(args ...any) error {
			_, err := program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
			return err
		})
		for i := range got.Len() {
			v := float64(math.Float32frombits(uint32(1024*k+i) << 16))
			g, w := got.Float64(i), want.Float64(i)
			bound := math.Abs(v)/2*1.1*(0x1p-23+0x1p-24) + math.Abs(w)*0x1p-7 + 0x1p-133 // a unit in the last place of bf16
			if !(math.Abs(g-w) <= bound) && g != w && !(g != g && w != w) {
				t.Fatalf("of %v: %v, want %v", v, g, w)
			}
		}
	}
}

// Quotients with the same divisor take one reciprocal. They are what divisions give, up to 2 units in the last place,
// for divisors of all sizes.
func TestQuotientsOfOneDivisorShareItsReciprocal(t *testing.T) {
	lines := `%a = llvm.fdiv %v, %w {fastmathFlags = #llvm.fastmath<afn>} : f32
  %b = llvm.fdiv %one, %w {fastmathFlags = #llvm.fastmath<afn>} : f32
  %big = llvm.fcmp "ogt" %b, %v : f32
  %r = llvm.select %big, %a, %b : i1, f32`
	r := rand.New(rand.NewPCG(5, 6))
	v, w := make([]float32, threads), make([]float32, threads)
	for i := range v {
		v[i], w[i] = math.Float32frombits(r.Uint32()), math.Float32frombits(r.Uint32())
	}
	want, got := compute(t, lines, false, v, w), compute(t, lines, true, v, w)
	for i := range got {
		x, y := float64(got[i]), float64(want[i])
		if error := math.Abs(x - y); x != y && !(error <= 0x1p-22*math.Abs(y)+0x1p-148) && !(x != x && y != y) {
			t.Errorf("%g / %g: %g, want %g", v[i], w[i], x, y)
		}
	}
	m, err := girih.Parse("thread", []byte(strings.Replace(thread, "$LINES", lines, 1)))
	if err != nil {
		t.Fatal(err)
	}
	approximate.Approximate(m.Operation())
	if text := m.String(); strings.Count(text, "rcp.approx") != 1 || strings.Contains(text, "fdiv") {
		t.Errorf("more than one reciprocal in\n%s", text)
	}
}

// A quotient with a common divisor may be a common divisor itself.
func TestAQuotientMayBeACommonDivisor(t *testing.T) {
	lines := `%a = llvm.fdiv %v, %w {fastmathFlags = #llvm.fastmath<afn>} : f32
  %b = llvm.fdiv %one, %w {fastmathFlags = #llvm.fastmath<afn>} : f32
  %c = llvm.fdiv %b, %a {fastmathFlags = #llvm.fastmath<afn>} : f32
  %d = llvm.fdiv %w, %a {fastmathFlags = #llvm.fastmath<afn>} : f32
  %r = llvm.fsub %c, %d : f32`
	m, err := girih.Parse("thread", []byte(strings.Replace(thread, "$LINES", lines, 1)))
	if err != nil {
		t.Fatal(err)
	}
	approximate.Approximate(m.Operation())
	if err := ir.Verify(m.Operation(), nil); err != nil {
		t.Error(err)
	}
	if text := m.String(); strings.Count(text, "rcp.approx") != 2 || strings.Contains(text, "fdiv") {
		t.Errorf("not two reciprocals in\n%s", text)
	}
}

package tensors_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// ctx is the context of all tests. Types of tensors belong to a context.
var ctx = registry.NewContext()

// run calls the function @f of a module.
func run(t *testing.T, source string, args ...*tensors.Tensor) ([]*tensors.Tensor, error) {
	t.Helper()
	module, err := text.ParseString(ctx, source)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	if err := ir.Verify(module, nil); err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	return tensors.Run(t.Context(), f, args, tensors.Options{Seed: 7})
}

func vec(values ...float32) *tensors.Tensor { return matrix(len(values), 0, values...) }

// matrix returns a matrix whose rows have the given values, or a vector if there are no columns.
func matrix(rows, columns int, values ...float32) *tensors.Tensor {
	shape := []int{rows, columns}
	if columns == 0 {
		shape = shape[:1]
	}
	x, err := tensors.Of(ctx.F32(), values, shape...)
	if err != nil {
		panic(err)
	}
	return x
}

func want(t *testing.T, got *tensors.Tensor, values ...float64) {
	t.Helper()
	if d := cmp.Diff(values, got.Floats(), cmpopts.EquateApprox(1e-6, 1e-6), cmpopts.EquateNaNs(),
		cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

func TestSizesThatDoNotFitAreErrorsOfTheRunWithTheirPlace(t *testing.T) {
	_, err := run(t, `func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = prim.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}`, vec(1, 2), vec(1, 2, 3))
	var d *ir.Diagnostic
	if !errors.As(err, &d) || !strings.Contains(err.Error(), "shapes [2] and [3] differ") ||
		ir.FileLocation(d.Loc).StartLine != 2 {
		t.Errorf("got %v", err)
	}
	_, err = run(t, `func.func @f(%x: tensor<?xf32>) -> tensor<3xf32> {
  %0 = prim.guard_shape %x : tensor<?xf32> -> tensor<3xf32>
  return %0 : tensor<3xf32>
}`, vec(1, 2))
	if err == nil || !strings.Contains(err.Error(), "has shape [2], but the program requires [3]") {
		t.Errorf("got %v", err)
	}
}

func TestArgumentsMustFitTheParameters(t *testing.T) {
	source := `func.func @f(%x: tensor<?x2xf32>) -> tensor<?x2xf32> { return %x : tensor<?x2xf32> }`
	for _, args := range [][]*tensors.Tensor{nil, {vec(1, 2)}, {matrix(1, 3, 1, 2, 3)}} {
		if _, err := run(t, source, args...); !errors.Is(err, tensors.ErrArguments) {
			t.Errorf("%v: got %v", args, err)
		}
	}
}

func TestErrorsOfElementsAreLocated(t *testing.T) {
	for _, c := range []struct {
		source string
		want   error
	}{
		{`func.func @f(%x: tensor<2xf32>) -> tensor<1xf32> {
  %i = prim.constant dense<5> : tensor<1xi64>
  %0 = prim.index %x[%i] dims [0] : (tensor<2xf32>, tensor<1xi64>) -> tensor<1xf32>
  return %0 : tensor<1xf32>
}`, tensors.ErrIndex},
		{`func.func @f(%x: tensor<2xf32>) -> tensor<2xi32> {
  %a = prim.full 1 : tensor<2xi32>
  %b = prim.full 0 : tensor<2xi32>
  %0 = prim.div %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}`, tensors.ErrZeroDivision},
		{`func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = torch.exp(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}`, tensors.ErrUnsupported},
	} {
		_, err := run(t, c.source, vec(1, 2))
		var d *ir.Diagnostic
		if !errors.Is(err, c.want) || !errors.As(err, &d) || ir.FileLocation(d.Loc) == nil {
			t.Errorf("got %v, want %v", err, c.want)
		}
	}
}

func TestCancelledContextStopsTheRun(t *testing.T) {
	module, err := text.ParseString(ctx, `func.func @f() { return }`)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tensors.Run(stopped, f, nil, tensors.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestViewsShareElementsAndAreReadInAnyOrder(t *testing.T) {
	got, err := run(t, `func.func @f(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>) {
  %0 = prim.transpose %x perm [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = prim.add %0, %0 : tensor<3x2xf32>
  %2 = prim.slice %0 starts [0, 1] limits [3, 2] strides [1, 1] : tensor<3x2xf32> -> tensor<3x1xf32>
  %3 = prim.broadcast_in_dim %2 dims [0, 1] : tensor<3x1xf32> -> tensor<3x4xf32>
  %4 = prim.as_strided %x size [2, 2] strides [1, 2] offset 1 : tensor<2x3xf32> -> tensor<2x2xf32>
  %5 = prim.rev %x dims [0, 1] : tensor<2x3xf32> -> tensor<2x3xf32>
  return %1, %3, %4, %5 : tensor<3x2xf32>, tensor<3x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>
}`, matrix(2, 3, 1, 2, 3, 4, 5, 6))
	if err != nil {
		t.Fatal(err)
	}
	want(t, got[0], 2, 8, 4, 10, 6, 12)
	want(t, got[1], 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6)
	want(t, got[2], 2, 4, 3, 5)
	want(t, got[3], 6, 5, 4, 3, 2, 1)
}

func TestScansAndOrderAlongAnyDimension(t *testing.T) {
	got, err := run(t, `func.func @f(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xi64>, tensor<3x2xf32>, tensor<2x2xf32>) {
  %0 = prim.cumsum %x dim 0 : tensor<3x2xf32> -> tensor<3x2xf32>
  %1:2 = prim.sort %x dim 0 descending : tensor<3x2xf32> -> tensor<3x2xf32>, tensor<3x2xi64>
  %2 = prim.logcumsumexp %x dim 1 : tensor<3x2xf32> -> tensor<3x2xf32>
  %3:2 = prim.topk %x dim 0 k 2 smallest : tensor<3x2xf32> -> tensor<2x2xf32>, tensor<2x2xi64>
  return %0, %1#0, %1#1, %2, %3#0 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xi64>, tensor<3x2xf32>, tensor<2x2xf32>
}`, matrix(3, 2, 1, 5, 3, float32(math.NaN()), 3, 2))
	if err != nil {
		t.Fatal(err)
	}
	nan := math.NaN()
	want(t, got[0], 1, 5, 4, nan, 7, nan)
	want(t, got[1], 3, nan, 3, 5, 1, 2)
	want(t, got[2], 1, 1, 2, 0, 0, 2) // the sort is stable
	want(t, got[3], 1, 5+math.Log1p(math.Exp(-4)), 3, nan, 3, 3+math.Log1p(math.Exp(-1)))
	want(t, got[4], 1, 2, 3, 5)
}

func TestFourierTransformsAreInverse(t *testing.T) {
	got, err := run(t, `func.func @f(%x: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x5xf32>) {
  %0 = prim.fft_r2c %x dim [0, 1] onesided 1 : tensor<2x5xf32> -> tensor<2x3xcomplex<f32>>
  %1 = prim.real %0 : tensor<2x3xcomplex<f32>>
  %2 = prim.fft_c2r %0 dim [0, 1] last_dim_size 5 : tensor<2x3xcomplex<f32>> -> tensor<2x5xf32>
  %n = prim.full 10 : tensor<2x5xf32>
  %3 = prim.div %2, %n : tensor<2x5xf32>
  return %1, %3 : tensor<2x3xf32>, tensor<2x5xf32>
}`, matrix(2, 5, 1, 2, 3, 4, 5, 0, 1, 0, 0, -1))
	if err != nil {
		t.Fatal(err)
	}
	if sum := got[0].Floats()[0]; sum != 15 {
		t.Errorf("the first coefficient is %v, not the sum", sum)
	}
	want(t, got[1], 1, 2, 3, 4, 5, 0, 1, 0, 0, -1)
}

func TestSingularValueDecompositionMultipliesToTheMatrix(t *testing.T) {
	x := matrix(3, 2, 1, 2, 3, 4, 5, 7)
	got, err := run(t, `func.func @f(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %u, %s, %v = prim.svd %x : (tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2x2xf32>)
  %0 = prim.broadcast_in_dim %s dims [1] : tensor<2xf32> -> tensor<3x2xf32>
  %1 = prim.mul %u, %0 : tensor<3x2xf32>
  %2 = prim.dot "mk,kn->mn" %1, %v : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}`, x)
	if err != nil {
		t.Fatal(err)
	}
	want(t, got[0], x.Floats()...)
}

func TestSumsOfManyFloatsAreExactToTheirLastBit(t *testing.T) {
	list, exact := make([]float32, 1<<20), 0.0
	for i := range list {
		list[i] = float32(i%1000) * 0.1
		exact += float64(list[i])
	}
	got, err := run(t, `func.func @f(%x: tensor<?xf32>) -> tensor<f32> {
  %0 = prim.sum %x dims [0] : tensor<?xf32> -> tensor<f32>
  return %0 : tensor<f32>
}`, vec(list...))
	if err != nil || got[0].Floats()[0] != float64(float32(exact)) {
		t.Errorf("got %v, %v, want %v", got, err, exact)
	}
}

func TestRandomNumbersFollowTheirSeedAndDistribution(t *testing.T) {
	source := `func.func @f() -> (tensor<100001xf32>, tensor<100001xf32>) {
  %0 = prim.random_key : tensor<2xi64>
  %1 = prim.uniform %0 low 2.0 high 4.0 : tensor<2xi64> -> tensor<100001xf32>
  %2 = prim.random_key : tensor<2xi64>
  %3 = prim.normal %2 mean 1.0 std 2.0 : tensor<2xi64> -> tensor<100001xf32>
  return %1, %3 : tensor<100001xf32>, tensor<100001xf32>
}`
	moments := func(x *tensors.Tensor) (mean, deviation float64) {
		list := x.Floats()
		for _, v := range list {
			mean += v / float64(len(list))
		}
		for _, v := range list {
			deviation += (v - mean) * (v - mean) / float64(len(list))
		}
		return mean, math.Sqrt(deviation)
	}
	got, err := run(t, source)
	if err != nil {
		t.Fatal(err)
	}
	again, err := run(t, source)
	if err != nil {
		t.Fatal(err)
	}
	want(t, again[0], got[0].Floats()...)
	if m, d := moments(got[0]); math.Abs(m-3) > 0.01 || math.Abs(d-2/math.Sqrt(12)) > 0.01 {
		t.Errorf("uniform numbers have mean %v and deviation %v", m, d)
	}
	if m, d := moments(got[1]); math.Abs(m-1) > 0.03 || math.Abs(d-2) > 0.03 {
		t.Errorf("normal numbers have mean %v and deviation %v", m, d)
	}
}

func TestBytesAreThoseOfTheElementType(t *testing.T) {
	for _, elem := range []ir.Type{ctx.I(1), ctx.I(8), ctx.IntegerType(16, ir.Unsigned), ctx.I(64), ctx.F16(),
		ctx.Float("bf16"), ctx.Float("f8E4M3FN"), ctx.F32(), ctx.F64(), ctx.ComplexType(ctx.F16()),
		ctx.ComplexType(ctx.F64())} {
		x, err := vec(1, 0, 1).To(elem)
		if err != nil {
			t.Fatal(err)
		}
		raw := x.Bytes()
		if n := 3 * ((ir.ElementBits(elem) + 7) / 8); len(raw) != n {
			t.Errorf("%v: %d bytes, want %d", elem, len(raw), n)
		}
		back, err := tensors.FromBytes(elem, raw, 3)
		if err != nil {
			t.Fatal(err)
		}
		want(t, back, 1, 0, 1)
		if _, err := tensors.FromBytes(elem, raw[1:], 3); err == nil {
			t.Errorf("%v: too few bytes are no error", elem)
		}
	}
}

func TestTensorsOfOtherElementsAndSizesAreRefused(t *testing.T) {
	ctx := ir.NewContext()
	if _, err := tensors.Of(ctx.I(4), []uint8{1}, 1); err == nil {
		t.Error("a tensor has elements of 4 bits")
	}
	if _, err := tensors.Of(ctx.F32(), []float32{1, 2}, -1, -2); err == nil {
		t.Error("a tensor has negative sizes")
	}
}

// Results that no machine has memory for are errors, which name the shape, for eager runs and for programs.
func TestResultsLargerThanMemoryAreErrors(t *testing.T) {
	module, err := text.ParseString(registry.NewContext(), `func.func @f() -> tensor<1000000x1000000x1000xf32> {
  %0 = prim.full 1.0 : tensor<1000000x1000000x1000xf32>
  return %0 : tensor<1000000x1000000x1000xf32>
}`)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	_, eager := tensors.Run(t.Context(), f, nil, tensors.Options{})
	_, planned := tensors.NewProgram(f).Run(t.Context(), nil, tensors.Options{})
	for _, err := range []error{eager, planned} {
		if !errors.Is(err, tensors.ErrMemory) {
			t.Errorf("got error %v, want %v", err, tensors.ErrMemory)
		}
	}
}

// Bools are combined as 0 and 1: a sum is true if one of them is, as in PyTorch.
func TestBoolsAtIndicesAreCombined(t *testing.T) {
	const scatter = "prim.scatter %x, %at, %v dim 0 reduction \"KIND\" : " +
		"(tensor<4xi1>, tensor<4xi64>, tensor<4xi1>) -> tensor<4xi1>"
	const put = `prim.index_put %x, %v [%at] dims [0]KIND : (tensor<4xi1>, tensor<4xi1>, tensor<4xi64>) -> tensor<4xi1>`
	bools := func(list ...int8) *tensors.Tensor {
		x, err := tensors.Of(ctx.I(8), list, len(list))
		if err == nil {
			x, err = x.To(ctx.I(1))
		}
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	at, err := tensors.Of(ctx.I(64), []int64{0, 1, 2, 3}, 4)
	if err != nil {
		t.Fatal(err)
	}
	either, both, last := []float64{0, 1, 1, 1}, []float64{0, 0, 0, 1}, []float64{0, 1, 0, 1}
	for _, c := range []struct {
		op, kind string
		want     []float64
	}{
		{scatter, "none", last}, {scatter, "sum", either}, {scatter, "amax", either}, {scatter, "prod", both},
		{scatter, "amin", both}, {put, "", last}, {put, " accumulate", either},
	} {
		got, err := run(t, "func.func @f(%x: tensor<4xi1>, %at: tensor<4xi64>, %v: tensor<4xi1>) -> tensor<4xi1> {\n%r = "+
			strings.Replace(c.op, "KIND", c.kind, 1)+"\nreturn %r : tensor<4xi1> }", bools(0, 0, 1, 1), at, bools(0, 1, 0, 1))
		if err != nil {
			t.Fatal(err)
		}
		want(t, got[0], c.want...)
	}
}

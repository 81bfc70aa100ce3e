package fusion_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// readers returns how many regions use argument 0 of a function.
func readers(f fn.Func) (n int) {
	for use := range f.Entry().Arg(0).Uses() {
		if use.Owner().Is(&fn.CallOp) {
			n++
		}
	}
	return n
}

// The gradient of a weighted loss needs the sum of the weights, which does not depend on the rows, and so is computed
// first. If a number is computed from the rows, they must be read again after it.
func TestSmallValuesAreComputedFirst(t *testing.T) {
	for number, want := range map[string]int{"%w": 1, "%l": 2} {
		module, err := text.ParseString(registry.NewContext(), strings.ReplaceAll(`
func.func @f(%x: tensor<8x1024xf32>, %i: tensor<8x1xi64>, %t: tensor<8xi64>) -> (tensor<f32>, tensor<8x1024xf32>) {
  %m = prim.amax %x dims [1] : tensor<8x1024xf32> -> tensor<8xf32>
  %0 = prim.broadcast_in_dim %m dims [0] : tensor<8xf32> -> tensor<8x1024xf32>
  %1 = prim.sub %x, %0 : tensor<8x1024xf32>
  %e = prim.exp %1 : tensor<8x1024xf32>
  %s = prim.sum %e dims [1] : tensor<8x1024xf32> -> tensor<8xf32>
  %l = prim.log %s : tensor<8xf32>
  %w = prim.convert_element_type %t : tensor<8xi64> -> tensor<8xf32>
  %a = prim.mul %w, %l : tensor<8xf32>
  %loss = prim.sum %a dims [0] : tensor<8xf32> -> tensor<f32>
  %n = prim.sum NUMBER dims [0] : tensor<8xf32> -> tensor<f32>
  %o = prim.fill %loss, 1.0 : tensor<f32>
  %q = prim.div %o, %n : tensor<f32>
  %2 = prim.broadcast_in_dim %q dims [] : tensor<f32> -> tensor<8x1xf32>
  %3 = prim.fill %x, 0.0 : tensor<8x1024xf32>
  %4 = prim.scatter %3, %i, %2 dim 1 reduction "none" : (tensor<8x1024xf32>, tensor<8x1xi64>, tensor<8x1xf32>) -> tensor<8x1024xf32>
  %5 = prim.sum %4 dims [1] : tensor<8x1024xf32> -> tensor<8xf32>
  %6 = prim.broadcast_in_dim %5 dims [0] : tensor<8xf32> -> tensor<8x1024xf32>
  %7 = prim.mul %e, %6 : tensor<8x1024xf32>
  %8 = prim.sub %4, %7 : tensor<8x1024xf32>
  return %loss, %8 : tensor<f32>, tensor<8x1024xf32>
}`, "NUMBER", number))
		if err != nil {
			t.Fatal(err)
		}
		f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
		args := []*tensors.Tensor{numbers(t, module.Context(), 8, 1024), indices(t, module.Context(), 8, 1),
			indices(t, module.Context(), 8)}
		before, err := tensors.Run(t.Context(), f, args, tensors.Options{})
		if err != nil {
			t.Fatal(err)
		}
		f = fuse(t, module, "f", "gpu")
		if n := readers(f); n != want {
			t.Errorf("with the sum of %s, %d regions read the rows, expected %d:\n%s", number, n, want,
				text.Print(module, text.Options{}))
		}
		after, err := tensors.Run(t.Context(), f, args, tensors.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range before {
			if !bytes.Equal(before[i].Bytes(), after[i].Bytes()) {
				t.Errorf("with the sum of %s, result %d is %v, expected %v", number, i, after[i], before[i])
			}
		}
	}
}

func numbers(t *testing.T, ctx *ir.Context, shape ...int) *tensors.Tensor {
	t.Helper()
	var list []float32
	for i := range shape[0] * shape[1] {
		list = append(list, float32(math.Sin(float64(i))))
	}
	x, err := tensors.Of(ctx.F32(), list, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func indices(t *testing.T, ctx *ir.Context, shape ...int) *tensors.Tensor {
	t.Helper()
	var list []int64
	for i := range shape[0] {
		list = append(list, int64(3*i+1))
	}
	x, err := tensors.Of(ctx.I(64), list, shape...)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The sum of zeros and one element is that element, and the sum of zeros and -0.0 is 0.0.
func TestSumsOfOneElement(t *testing.T) {
	module, err := text.ParseString(registry.NewContext(), `
func.func @f(%v: tensor<3x1xf32>, %i: tensor<3x1xi64>, %x: tensor<3x4xf32>) -> (tensor<3xf32>, tensor<3x4xf32>) {
  %0 = prim.fill %x, 0.0 : tensor<3x4xf32>
  %1 = prim.scatter %0, %i, %v dim 1 reduction "none" : (tensor<3x4xf32>, tensor<3x1xi64>, tensor<3x1xf32>) -> tensor<3x4xf32>
  %2 = prim.sum %1 dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  return %2, %1 : tensor<3xf32>, tensor<3x4xf32>
}`)
	if err != nil {
		t.Fatal(err)
	}
	f := fuse(t, module, "f", "gpu")
	for op := range f.Entry().Ops() {
		if op.Is(&prim.Sum) {
			t.Errorf("the sum is still in\n%s", text.Print(module, text.Options{}))
		}
	}
	ctx := module.Context()
	v, _ := tensors.Of(ctx.F32(), []float32{2.5, float32(math.Copysign(0, -1)), float32(math.Inf(1))}, 3, 1)
	i, _ := tensors.Of(ctx.I(64), []int64{0, 3, 1}, 3, 1)
	x, _ := tensors.Of(ctx.F32(), make([]float32, 12), 3, 4)
	got, err := tensors.Run(t.Context(), f, []*tensors.Tensor{v, i, x}, tensors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := tensors.Of(ctx.F32(), []float32{2.5, 0, float32(math.Inf(1))}, 3)
	if !slices.Equal(got[0].Bytes(), want.Bytes()) {
		t.Errorf("got %v, expected %v", got[0], want)
	}
}

package gradients_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
)

// calls are operators of a matrix, and the types of their results.
var calls = []struct{ call, result string }{
	{"tanh(%x)", "3x4"}, {"softplus(%x)", "3x4"}, {"gelu(%x)", "3x4"}, {`gelu(%x, approximate = "tanh")`, "3x4"},
	{"silu(%x)", "3x4"}, {"sigmoid(%x)", "3x4"}, {"elu(%x)", "3x4"}, {"mish(%x)", "3x4"}, {"log_sigmoid(%x)", "3x4"},
	{"softmax.int(%x, dim = 1)", "3x4"}, {"log_softmax.int(%x, dim = 0)", "3x4"}, {"logsumexp(%x, dim = [1])", "3"},
	{"layer_norm(%x, normalized_shape = [4])", "3x4"}, {"std.correction(%x, dim = [1])", "3"}, {"prod(%x)", ""},
	{"linalg_vector_norm(%x, dim = [1])", "3"}, {"linalg_vector_norm(%x, ord = 3.0, dim = [0])", "4"},
	{"cumprod(%x, dim = 1)", "3x4"}, {"amax(%x, dim = [1])", "3"}, {"sinc(%x)", "3x4"}, {"relu(%x)", "3x4"},
	{"max_pool2d(%x, kernel_size = [2, 2])", "1x2"}, {"linear(%x, %x)", "3x3"}, {"erf(%x)", "3x4"},
	{"logaddexp(%x, %x)", "3x4"}, {"pow.Tensor_Scalar(%x, exponent = 3)", "3x4"},
}

// tensorOf is the type of a tensor of f64.
func tensorOf(shape string) string {
	if shape == "" {
		return "tensor<f64>"
	}
	return "tensor<" + shape + "xf64>"
}

// TestGradientsHaveGradients compares the gradient of a gradient along a direction, and its tangent, with finite
// differences of the gradient.
func TestGradientsHaveGradients(t *testing.T) {
	for _, c := range calls {
		ctx := registry.NewContext()
		call, y := "torch.aten."+c.call, tensorOf(c.result)
		operands := "tensor<3x4xf64>"
		for range countOf(call) - 1 {
			operands += ", tensor<3x4xf64>"
		}
		source := fmt.Sprintf(`func.func @f(%%x: tensor<3x4xf64>) -> tensor<f64> {
  %%0 = %s : (%s) -> %s
  %%1 = torch.mul(%%0, %%0) : (%s, %s) -> %s
  %%2 = torch.aten.sum(%%1) : (%s) -> tensor<f64>
  return %%2 : tensor<f64>
}`, call, operands, y, y, y, y, y)
		module, err := lowered(ctx, source, &gradients.Options{Function: "f", Name: "g"},
			&gradients.Options{Function: "g", Name: "reverse", Cotangents: true},
			&gradients.TangentOptions{Function: "g", Name: "forward"})
		if err != nil {
			t.Errorf("%s: %v", call, err)
			continue
		}
		r := rand.New(rand.NewPCG(5, 6))
		at, v := random(t, ctx, r, []int{3, 4}, -1, 1), random(t, ctx, r, []int{3, 4}, -1, 1)
		value := func(name string, args ...*tensors.Tensor) []*tensors.Tensor {
			f, _ := fn.AsFunc(ir.LookupSymbol(module, name))
			return must(tensors.Run(t.Context(), f, args, tensors.Options{}))(t)
		}
		const h = 1e-6
		ahead, behind := value("g", along(t, ctx, at, v, h))[1].Floats(), value("g", along(t, ctx, at, v, -h))[1].Floats()
		reverse := value("reverse", at, must(tensors.Of(ctx.F64(), []float64{0}))(t), v)[2].Floats()
		forward := slices.Clone(value("forward", at, v)[3].Floats())
		for i := range ahead {
			want := (ahead[i] - behind[i]) / (2 * h)
			for name, have := range map[string]float64{"gradient": reverse[i], "tangent": forward[i]} {
				if !(math.Abs(have-want) <= 1e-5*max(1, math.Abs(want))) {
					t.Errorf("%s: %s of the gradient, element %d, is %v, want %v", call, name, i, have, want)
				}
			}
		}
	}
}

// countOf returns the number of operands of a call.
func countOf(call string) (n int) {
	for _, c := range call {
		if c == '%' {
			n++
		}
	}
	return n
}

// TestChangesInPlaceHaveTheRulesOfOperators checks that in-place operators use the rules of the functional ones.
func TestChangesInPlaceHaveTheRulesOfOperators(t *testing.T) {
	ctx := registry.NewContext()
	source := `func.func @f(%x: tensor<3xf64>) -> tensor<f64> {
  %0 = torch.mul(%x, 1.0) : (tensor<3xf64>) -> tensor<3xf64>
  %1 = torch.aten.hardtanh_(%0) : (tensor<3xf64>) -> tensor<3xf64>
  %2 = torch.aten.sum(%1) : (tensor<3xf64>) -> tensor<f64>
  return %2 : tensor<f64>
}`
	x := must(tensors.Of(ctx.F64(), []float64{-1, 0.5, 1}, 3))(t)
	out := must(run(t, ctx, source, &gradients.Options{Function: "f"}, []*tensors.Tensor{x}))(t)
	if got := out[1].Floats(); !slices.Equal(got, []float64{0, 1, 0}) {
		t.Errorf("gradient %v", got)
	}
}

// TestWhatTheLossDoesNotDependOnHasZeros checks the gradient of an argument that the loss does not depend on, and that
// detach stops gradients.
func TestWhatTheLossDoesNotDependOnHasZeros(t *testing.T) {
	ctx := registry.NewContext()
	source := `func.func @f(%x: tensor<2xf64>, %y: tensor<?xf64>) -> tensor<f64> {
  %0 = torch.aten.detach(%x) : (tensor<2xf64>) -> tensor<2xf64>
  %1 = torch.aten.mul.Tensor(%0, %x) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %2 = torch.aten.sum(%1) : (tensor<2xf64>) -> tensor<f64>
  return %2 : tensor<f64>
}`
	x, y := must(tensors.Of(ctx.F64(), []float64{3, 5}, 2))(t), must(tensors.Of(ctx.F64(), []float64{1, 2, 3}, 3))(t)
	out := must(run(t, ctx, source, &gradients.Options{Function: "f"}, []*tensors.Tensor{x, y}))(t)
	if got := out[1].Floats(); !slices.Equal(got, []float64{3, 5}) {
		t.Errorf("gradient of x is %v", got)
	}
	if got := out[2].Floats(); !slices.Equal(got, []float64{0, 0, 0}) {
		t.Errorf("gradient of y is %v", got)
	}
}

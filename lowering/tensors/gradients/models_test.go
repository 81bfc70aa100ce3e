package gradients_test

import (
	"compress/gzip"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtorch"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
)

// TestGradientsOfModelsAreDifferences compares the gradients of whole models, in f64, with the change of the loss along
// a direction of all weights.
func TestGradientsOfModelsAreDifferences(t *testing.T) {
	for _, name := range []string{"mlp_small", "gpt_small", "resnet18_small"} {
		t.Run(name, func(t *testing.T) { checkModel(t, name) })
	}
}

func checkModel(t *testing.T, name string) {
	t.Helper()
	ctx := registry.NewContext()
	module, err := importtorch.Import(ctx, graphOf(t, name))
	if err != nil {
		t.Fatal(err)
	}
	main, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
	names := importtorch.Parameters(main)
	source := strings.ReplaceAll(string(text.Print(main.Operation, text.Options{}))+lossOf(main), "f32", "f64")
	lossModule := must(lowered(ctx, source, &gradients.Options{Function: "loss"}))(t)
	loss, _ := fn.AsFunc(ir.LookupSymbol(lossModule, "loss"))
	gradient, _ := fn.AsFunc(ir.LookupSymbol(lossModule, "loss_gradient"))

	r := rand.New(rand.NewPCG(3, 4))
	var args, ahead, behind, directions []*tensors.Tensor
	const h = 1e-6
	for k, a := range gradient.Entry().Args() {
		x, d := argument(t, ctx, r, a.Type().(*ir.TensorType), names[k])
		args = append(args, x)
		if d == nil {
			ahead, behind = append(ahead, x), append(behind, x)
			continue
		}
		directions = append(directions, d)
		ahead, behind = append(ahead, along(t, ctx, x, d, h)), append(behind, along(t, ctx, x, d, -h))
	}
	value := func(args []*tensors.Tensor) float64 {
		return must(tensors.Run(t.Context(), loss, args, tensors.Options{}))(t)[0].Floats()[0]
	}
	results := must(tensors.Run(t.Context(), gradient, args, tensors.Options{}))(t)
	have, want := 0.0, (value(ahead)-value(behind))/(2*h)
	for i, d := range directions {
		have += inner(results[i+1], d)
	}
	if !(math.Abs(have-want) <= 1e-5*max(1e-3, math.Abs(want))) || want == 0 {
		t.Errorf("the gradient along a direction is %v, but the loss changes by %v", have, want)
	}
}

// lossOf returns a program that computes the mean square of a model's results.
func lossOf(main fn.Func) string {
	var params, args, types []string
	for k, t := range main.Type().Inputs {
		params, args = append(params, fmt.Sprintf("%%a%d: %s", k, t)), append(args, fmt.Sprintf("%%a%d", k))
		types = append(types, fmt.Sprint(t))
	}
	out := main.Type().Results[0]
	return fmt.Sprintf(`
func.func @loss(%[1]s) -> tensor<f32> {
  %%0 = func.call @main(%[2]s) : (%[3]s) -> %[4]s
  %%1 = torch.aten.square(%%0) : (%[4]s) -> %[4]s
  %%2 = torch.aten.mean(%%1) : (%[4]s) -> tensor<f32>
  return %%2 : tensor<f32>
}`, strings.Join(params, ", "), strings.Join(args, ", "), strings.Join(types, ", "), out)
}

// argument returns an argument, and, if it is a float, a direction in which it changes.
func argument(t *testing.T, ctx *ir.Context, r *rand.Rand, typ *ir.TensorType, name string) (x, d *tensors.Tensor) {
	t.Helper()
	var shape []int
	n := 1
	for _, size := range typ.Shape() {
		shape, n = append(shape, int(size)), n*int(size)
	}
	if !ir.IsFloat(typ.ElementType()) {
		ids := make([]int64, n)
		for i := range ids {
			ids[i] = int64(i * 7 % 97)
		}
		return must(tensors.Of(ctx.I(64), ids, shape...))(t), nil
	}
	low, high := -0.5, 0.5
	if strings.HasSuffix(name, "running_var") || len(shape) == 1 && strings.HasSuffix(name, "weight") {
		low, high = 0.5, 1.5
	}
	return random(t, ctx, r, shape, low, high), random(t, ctx, r, shape, -1, 1)
}

// along returns x plus h times d.
func along(t *testing.T, ctx *ir.Context, x, d *tensors.Tensor, h float64) *tensors.Tensor {
	t.Helper()
	values := append([]float64{}, x.Floats()...)
	for i, v := range d.Floats() {
		values[i] += h * v
	}
	return must(tensors.Of(ctx.F64(), values, x.Shape()...))(t)
}

func graphOf(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open("../../../benchmarks/torch/graphs/" + name + ".json.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	z := must(gzip.NewReader(f))(t)
	return must(io.ReadAll(z))(t)
}

package gradients_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
)

func TestGradientsAreDifferences(t *testing.T) {
	list := functions()
	for _, rule := range gradients.Standard().Names() {
		if len(list[rule]) == 0 && !slices.Contains(untested, rule) {
			t.Errorf("no function tests the rule of %s", rule)
		}
		for _, f := range list[rule] {
			f.check(t, gradients.Standard()[rule].Forward != nil)
		}
	}
}

// untested lists rules that only say that there is no gradient.
var untested = []string{"prim.conj", "prim.conj_physical", "prim.fft_c2c", "prim.fft_c2r", "prim.fft_r2c", "prim.imag",
	"prim.nextafter",
	"torch.aten.detach", "torch.aten.heaviside", "prim.real", "prim.svd", "prim.view_element_type", "prim.xor_sum"}

// source returns the program.
func (f function) source() string {
	var params []string
	for i, a := range f.args {
		params = append(params, fmt.Sprintf("%%%c: %s", 'a'+i, a))
	}
	first, _, several := strings.Cut(f.result, ", ")
	name := "%0"
	if several {
		name = fmt.Sprintf("%%0:%d", 1+strings.Count(f.result, ", "))
	}
	return fmt.Sprintf("func.func @f(%s) -> %s {\n  %s = %s\n  return %%0%s : %s\n}", strings.Join(params, ", "), first,
		name, f.call, map[bool]string{true: "#0"}[several], first)
}

// check compares the gradients with finite differences, and the tangent with the gradients.
func (f function) check(t *testing.T, forward bool) {
	t.Helper()
	ctx := registry.NewContext()
	r := rand.New(rand.NewPCG(1, 2))
	args, chosen := f.arguments(t, ctx, r)
	fail := func(err error) bool {
		if err != nil {
			t.Errorf("%s: %v", f.call, err)
		}
		return err != nil
	}
	source := f.source()
	plain, err := lowered(ctx, source)
	if fail(err) {
		return
	}
	body, _ := fn.AsFunc(ir.LookupSymbol(plain, "f"))
	value := func(args []*tensors.Tensor) *tensors.Tensor {
		out, err := tensors.Run(t.Context(), body, args, tensors.Options{})
		if fail(err) {
			t.FailNow()
		}
		return out[0]
	}
	y := value(args)
	g := random(t, ctx, r, y.Shape(), -1, 1)
	got, err := run(t, ctx, source, &gradients.Options{Function: "f", Arguments: chosen, Cotangents: true},
		append(slices.Clone(args), g))
	if fail(err) {
		return
	}
	for i, k := range chosen {
		for at := range args[k].Numel() {
			const h = 1e-6
			want := (inner(value(moved(t, ctx, args, k, at, h)), g) - inner(value(moved(t, ctx, args, k, at, -h)), g)) / (2 * h)
			if have := got[i+1].Floats()[at]; !(math.Abs(have-want) <= 1e-6*max(1, math.Abs(want))) {
				t.Errorf("%s: gradient of argument %d, element %d is %v, want %v; arguments %v", f.call, k, at, have, want, args)
				return
			}
		}
	}
	if forward {
		fail(f.checkTangent(t, ctx, r, args, chosen, g, got[1:]))
	}
}

// checkTangent checks that the inner product of g and the tangent equals that of the gradient and the arguments'
// change.
func (f function) checkTangent(t *testing.T, ctx *ir.Context, r *rand.Rand, args []*tensors.Tensor, chosen []int,
	g *tensors.Tensor, gradient []*tensors.Tensor) error {
	t.Helper()
	module, err := lowered(ctx, f.source(), &gradients.TangentOptions{Function: "f", Arguments: chosen})
	if err != nil {
		return err
	}
	all, want := slices.Clone(args), 0.0
	for i, k := range chosen {
		change := random(t, ctx, r, args[k].Shape(), -1, 1)
		all, want = append(all, change), want+inner(change, gradient[i])
	}
	tangent, _ := fn.AsFunc(ir.LookupSymbol(module, "f_tangent"))
	out, err := tensors.Run(t.Context(), tangent, all, tensors.Options{})
	if err != nil {
		return err
	}
	if have := inner(out[1], g); math.Abs(have-want) > 1e-9*max(1, math.Abs(want)) {
		return fmt.Errorf("the tangent times g is %v, and the gradient times the change %v", have, want)
	}
	return nil
}

// arguments returns random arguments, and the indices of those that are floats.
func (f function) arguments(t *testing.T, ctx *ir.Context, r *rand.Rand) (args []*tensors.Tensor, chosen []int) {
	t.Helper()
	for i, a := range f.args {
		typ, err := text.ParseType(ctx, a)
		if err != nil {
			t.Fatal(err)
		}
		var shape []int
		n := 1
		for _, d := range typ.(*ir.TensorType).Shape() {
			if d == ir.Dynamic {
				d = 3
			}
			shape, n = append(shape, int(d)), n*int(d)
		}
		elem := typ.(*ir.TensorType).ElementType()
		if ir.IsFloat(elem) {
			x := random(t, ctx, r, shape, f.low, f.high)
			if f.options == "zeros" {
				values := x.Floats()
				values[0], values[len(values)-1] = 0, 0
				x = must(tensors.Of(ctx.F64(), values, shape...))(t)
			}
			if args = append(args, x); f.options != "second" || i == 1 {
				chosen = append(chosen, i)
			}
			continue
		}
		values := make([]int64, n)
		for k := range values {
			values[k] = int64(k % 3)
			if last := shape[len(shape)-1]; f.options == "repeat" {
				values[k] = int64(k / 2 % 2)
			} else if strings.Contains(f.call, "dim 1") {
				values[k] = int64(k % last)
			}
		}
		x := must(tensors.Of(ctx.I(64), values, shape...))(t)
		args = append(args, must(x.To(elem))(t))
	}
	return args, chosen
}

func must[T any](x T, err error) func(t *testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

func random(t *testing.T, ctx *ir.Context, r *rand.Rand, shape []int, low, high float64) *tensors.Tensor {
	t.Helper()
	n := 1
	for _, d := range shape {
		n *= d
	}
	values := make([]float64, n)
	for i := range values {
		values[i] = low + (high-low)*r.Float64()
	}
	return must(tensors.Of(ctx.F64(), values, shape...))(t)
}

// moved returns the arguments, with h added to element at of argument k.
func moved(t *testing.T, ctx *ir.Context, args []*tensors.Tensor, k, at int, h float64) []*tensors.Tensor {
	t.Helper()
	values := slices.Clone(args[k].Floats())
	values[at] += h
	out := slices.Clone(args)
	out[k] = must(tensors.Of(ctx.F64(), values, args[k].Shape()...))(t)
	return out
}

// inner returns the inner product of two tensors.
func inner(x, y *tensors.Tensor) (sum float64) {
	a, b := x.Floats(), y.Floats()
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// Operators without a rule have the gradients of what they decompose to.
func TestGradientsOfOperatorsWithoutARuleAreDifferences(t *testing.T) {
	for _, f := range []function{
		{call: "torch.aten.gru.input(%a, %b, [%c, %d], has_biases = false, num_layers = 1, dropout = 0.0, train = false, " +
			"bidirectional = false, batch_first = true) : (tensor<1x3x2xf64>, tensor<1x1x2xf64>, tensor<6x2xf64>, " +
			"tensor<6x2xf64>) -> (tensor<1x3x2xf64>, tensor<1x1x2xf64>)", result: "tensor<1x3x2xf64>, tensor<1x1x2xf64>",
			args: []string{"tensor<1x3x2xf64>", "tensor<1x1x2xf64>", "tensor<6x2xf64>", "tensor<6x2xf64>"}},
		{call: "torch.aten.upsample_bicubic2d.vec(%a, output_size = [3, 5], align_corners = false) : " +
			"(tensor<1x1x2x4xf64>) -> tensor<1x1x3x5xf64>", result: "tensor<1x1x3x5xf64>",
			args: []string{"tensor<1x1x2x4xf64>"}},
		{call: "torch.aten.masked_scatter(%a, %b, %c) : (tensor<3x4xf64>, tensor<4xi1>, tensor<8xf64>) -> tensor<3x4xf64>",
			result: "tensor<3x4xf64>", args: []string{"tensor<3x4xf64>", "tensor<4xi1>", "tensor<8xf64>"}},
	} {
		f.low, f.high = -1, 1
		f.check(t, false)
	}
}

package models_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/pass"
)

func fused(t *testing.T, name string) (fn.Func, []*tensors.Tensor) {
	t.Helper()
	module, args := tensorgen.Model(t, name)
	p := pass.NewPipeline("builtin.module").AddWith(fusion.Pass, &fusion.Options{Target: "gpu"})
	if err := p.Run(t.Context(), module, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
	return f, args
}

// TestModelsComputeTheSameOnTheSimulator compares the simulator, which runs kernels in planned memory, with the CPU.
func TestModelsComputeTheSameOnTheSimulator(t *testing.T) {
	for _, name := range []string{"mlp_small", "resnet18_small", "gpt_small", "gpt_step_small", "gpt_train_small"} {
		t.Run(name, func(t *testing.T) {
			if name != "mlp_small" && name != "gpt_small" {
				longtest.Only(t, "a larger model")
			}
			f, args := fused(t, name)
			want, err := tensors.NewProgram(f).Run(t.Context(), args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			device, err := models.Open(*deviceName)
			if err != nil {
				t.Fatal(err)
			}
			p := models.New(f, device, models.Options{Report: func(d *ir.Diagnostic) { t.Errorf("remark: %v", d) }})
			for range 2 { // the second time in memory that has been used
				got, err := p.Run(t.Context(), args)
				if err != nil {
					t.Fatal(err)
				}
				for i := range want {
					closeTo(t, got[i], want[i])
				}
			}
		})
	}
}

// TestModelsOfUsualSizeArePlanned checks that all steps of the exported models have kernels, and that fusion leaves few
// of them. Their weights are not needed for that.
func TestModelsOfUsualSizeArePlanned(t *testing.T) {
	for _, c := range []struct {
		name string
		most int // launches
	}{{"mlp", 6}, {"resnet18", 60}, {"gpt", 140}, {"gpt_step", 200}, {"gpt_train", 800}} {
		m, err := torchmodels.LoadFor(t.Context(), "gpu", "../../benchmarks/torch/graphs/"+c.name+".json.gz")
		if err != nil {
			t.Fatal(err)
		}
		device, err := models.Open("simulator")
		if err != nil {
			t.Fatal(err)
		}
		launches, onCPU, err := models.Plan(t.Context(), device, m.Function)
		if err != nil || onCPU > 0 || launches == 0 || launches > c.most {
			t.Errorf("%s: %d launches, want %d at most; %d steps have no kernels; error %v", c.name, launches, c.most,
				onCPU, err)
		}
		t.Logf("%s: %d launches", c.name, launches)
	}
}

func closeTo(t *testing.T, got, want *tensors.Tensor) {
	t.Helper()
	g, w := got.Floats(), want.Floats()
	largest := 0.0
	for _, v := range w {
		if a := math.Abs(v); a > largest { // and no NaN
			largest = a
		}
	}
	tolerance := 1e-4 * largest
	if prim.DtypeOf(want.Elem()) != prim.Float {
		tolerance = 0
	}
	for i := range w {
		if !(math.Abs(g[i]-w[i]) <= tolerance) && !(math.IsNaN(g[i]) && math.IsNaN(w[i])) {
			t.Fatalf("element %d is %v, want %v", i, g[i], w[i])
		}
	}
}

func parse(t *testing.T, source string) fn.Func {
	t.Helper()
	module, err := text.ParseString(registry.NewContext(), source)
	if err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
	return f
}

// TestKernelsAreMadeOnceForAllSizes checks that unknown sizes are arguments: sizes of the same class use the same
// kernel.
func TestKernelsAreMadeOnceForAllSizes(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %0 = prim.exp %x : tensor<?x7xf32>
  %1 = prim.digamma %0 : tensor<?x7xf32>
  %2 = prim.neg %1 : tensor<?x7xf32>
  return %2 : tensor<?x7xf32>
}`)
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	var remarks []string
	p := models.New(f, device, models.Options{Report: func(d *ir.Diagnostic) { remarks = append(remarks, d.Message) }})
	for _, rows := range []int{300, 301, 0} {
		data := make([]float32, rows*7)
		for i := range data {
			data[i] = float32(i%13) / 4
		}
		x, err := tensors.Of(f.Context().F32(), data, rows, 7)
		if err != nil {
			t.Fatal(err)
		}
		want, err := tensors.Run(t.Context(), f, []*tensors.Tensor{x}, tensors.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Run(t.Context(), []*tensors.Tensor{x})
		if err != nil {
			t.Fatal(err)
		}
		closeTo(t, got[0], want[0])
	}
	if n := models.Kernels(device); n != 2 {
		t.Errorf("%d kernels were made, want 2", n)
	}
	// There is one remark for each plan about a step without a kernel. Without elements, there is nothing to compute.
	if len(remarks) != 2 || !strings.Contains(remarks[0], "prim.digamma of 'f32' has none") {
		t.Errorf("remarks %q", remarks)
	}
}

// Convolutions of unknown sizes, and sizes as numbers, have kernels. Each size of images has a convolution of its own.
func TestImagesOfUnknownSizesNeedNoCPU(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<?x4x?xf32>, %w: tensor<6x2x3xf32>) -> (tensor<?x6x?xf32>, tensor<f32>) {
  %0 = prim.convolution %x, %w strides [2] padding [1] dilation [2] output_padding [0] groups 2 : (tensor<?x4x?xf32>, tensor<6x2x3xf32>) -> tensor<?x6x?xf32>
  %n = prim.size %0 dim 2 : tensor<?x6x?xf32>
  %1 = prim.index_tensor %n : tensor<i64>
  %2 = prim.convert_element_type %1 : tensor<i64> -> tensor<f32>
  return %0, %2 : tensor<?x6x?xf32>, tensor<f32>
}`)
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	p := models.New(f, device, models.Options{Report: func(d *ir.Diagnostic) { t.Errorf("remark %v", d) }})
	for _, shape := range [][]int{{2, 4, 9}, {1, 4, 20}} {
		x, err := torchmodels.Numbers(f.Context().F32(), 1, 2, 0, shape...)
		if err != nil {
			t.Fatal(err)
		}
		w, err := torchmodels.Numbers(f.Context().F32(), 2, 2, 0, 6, 2, 3)
		if err != nil {
			t.Fatal(err)
		}
		want, err := tensors.Run(t.Context(), f, []*tensors.Tensor{x, w}, tensors.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Run(t.Context(), []*tensors.Tensor{x, w})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got[0].Shape(), want[0].Shape()) || want[1].Floats()[0] != float64((shape[2]-3)/2+1) {
			t.Errorf("shape %v, want %v; size %v", got[0].Shape(), want[0].Shape(), want[1])
		}
		for i := range want {
			closeTo(t, got[i], want[i])
		}
	}
}

func TestWhatDoesNotFitIsAnError(t *testing.T) {
	f := parse(t, `func.func @main(%x: tensor<?x7xf32>, %y: tensor<?x7xf32>) -> tensor<?x7xf32> {
  %0 = prim.add %x, %y : tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}`)
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	tensor := func(elem ir.Type, shape ...int) *tensors.Tensor { return tensors.New(elem, shape...) }
	f32, f64 := f.Context().F32(), f.Context().F64()
	p := models.New(f, device, models.Options{})
	for _, c := range []struct {
		args []*tensors.Tensor
		want string
	}{
		{[]*tensors.Tensor{tensor(f32, 2, 7)}, "@main takes 2, not 1"},
		{[]*tensors.Tensor{tensor(f32, 2, 7), nil}, "argument 1 is nil"},
		{[]*tensors.Tensor{tensor(f32, 2, 7), tensor(f64, 2, 7)}, "expected 'tensor<?x7xf32>', but got [2 7]"},
		{[]*tensors.Tensor{tensor(f32, 2, 7), tensor(f32, 2, 8)}, "expected 'tensor<?x7xf32>', but got [2 8]"},
		{[]*tensors.Tensor{tensor(f32, 2, 7), tensor(f32, 3, 7)}, "shapes [2, 7] and [3, 7] differ"},
	} {
		if _, err := p.Run(t.Context(), c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
	for _, name := range []string{"", "tpu", "cuda:x", "cuda:-1"} {
		if _, err := models.Open(name); !errors.Is(err, models.ErrDevice) {
			t.Errorf("device %q: error %v", name, err)
		}
	}
}

// TestSeedsChooseRandomNumbers checks that random numbers are those of the CPU, and differ with another seed.
func TestSeedsChooseRandomNumbers(t *testing.T) {
	f := parse(t, `func.func @main() -> (tensor<9xf32>, tensor<9xf32>) {
  %a = prim.random_key : tensor<2xi64>
  %b = prim.random_key : tensor<2xi64>
  %0 = prim.uniform %a low 0.0 high 1.0 : tensor<2xi64> -> tensor<9xf32>
  %1 = prim.uniform %b low 0.0 high 1.0 : tensor<2xi64> -> tensor<9xf32>
  return %0, %1 : tensor<9xf32>, tensor<9xf32>
}`)
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	e, err := models.New(f, device, models.Options{}).Bind(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, seed := range []uint64{7, 1 << 40} {
		want, err := tensors.Run(t.Context(), f, nil, tensors.Options{Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(e.SetSeed(seed), e.Launch(t.Context())); err != nil {
			t.Fatal(err)
		}
		for i := range want {
			got, err := e.Result(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got.Bytes(), want[i].Bytes()) {
				t.Errorf("seed %d: %v, want %v", seed, got, want[i])
			}
		}
	}
}

package main

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/models"
)

// result is a line of output.
type result struct {
	Name     string  `json:"name"`
	Error    float64 `json:"error"`             // the largest one, relative to the largest element
	Micros   float64 `json:"micros,omitempty"`  // of a run, median
	Kernels  int     `json:"kernels,omitempty"` // launched by a run
	OnCPU    int     `json:"on_cpu,omitempty"`  // the number of steps without a kernel
	Compile  float64 `json:"compile_s,omitempty"`
	Host     float64 `json:"host_micros_per_kernel,omitempty"` // to enqueue the kernels as a graph
	OneByOne float64 `json:"host_micros_one_by_one,omitempty"` // to enqueue each kernel by itself
}

// recordedModel is a small exported model whose output PyTorch recorded.
type recordedModel struct {
	name, graph string
	input       func(m *torchmodels.Model, at int) (*tensors.Tensor, error)
}

var recordedModels = []recordedModel{
	{"mlp", "mlp_small", hashed}, {"resnet18", "resnet18_small", hashed}, {"gpt", "gpt_small", tokens},
}

// hashed is the input of networks that read numbers. It is the same that export.py makes.
func hashed(m *torchmodels.Model, at int) (*tensors.Tensor, error) {
	return torchmodels.Numbers(m.Context.F32(), 99, 2, 0, m.Shape(at)...)
}

func tokens(m *torchmodels.Model, at int) (*tensors.Tensor, error) {
	ids := make([]int64, m.Shape(at)[1])
	for i := range ids {
		ids[i] = int64(i) * 7 % 97
	}
	return m.Ints(ids, m.Shape(at)...)
}

// arguments makes the weights and the input of a model.
func arguments(m *torchmodels.Model, input func(m *torchmodels.Model, at int) (*tensors.Tensor, error)) (
	args []*tensors.Tensor, err error) {
	for k, name := range m.Names {
		var a *tensors.Tensor
		switch {
		case name == "":
			a, err = input(m, k)
		case strings.HasSuffix(name, "running_mean"):
			a, err = m.Zeros(k)
		case strings.HasSuffix(name, "running_var"):
			a, err = torchmodels.Numbers(m.Context.F32(), 0, 0, 1, m.Shape(k)...)
		case strings.HasSuffix(name, "num_batches_tracked"):
			a, err = m.Ints([]int64{0})
		default:
			a, err = m.Weight(k)
		}
		if err != nil {
			return nil, fmt.Errorf("argument %d, %s: %w", k, name, err)
		}
		args = append(args, a)
	}
	return args, nil
}

// check compares the output of a model with the recorded one.
func (r *recordedModel) check(ctx context.Context, d *models.Device, graphs string) (*result, error) {
	m, err := torchmodels.LoadFor(ctx, "gpu", filepath.Join(graphs, r.graph+".json.gz"))
	if err != nil {
		return nil, err
	}
	args, err := arguments(m, r.input)
	if err != nil {
		return nil, err
	}
	out := &result{Name: "model " + r.name}
	p := models.New(m.Function, d, models.Options{Report: func(*ir.Diagnostic) { out.OnCPU++ }})
	start := time.Now()
	got, err := p.Run(ctx, args)
	if err != nil {
		return nil, err
	}
	out.Compile = time.Since(start).Seconds()
	want, err := recordedOutput(filepath.Join(graphs, "outputs.json.gz"), r.name)
	if err != nil {
		return nil, err
	}
	out.Error, err = largestError(got[0].Floats(), want)
	if err == nil && out.Error > 1e-4 {
		err = fmt.Errorf("the output is wrong: relative error %g", out.Error)
	}
	return out, err
}

// recordedOutput returns the numbers of an output.
func recordedOutput(file, name string) ([]float64, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	if err := json.NewDecoder(z).Decode(&all); err != nil {
		return nil, err
	}
	var out []float64
	var flatten func(v any)
	flatten = func(v any) {
		switch v := v.(type) {
		case float64:
			out = append(out, v)
		case []any:
			for _, e := range v {
				flatten(e)
			}
		}
	}
	flatten(all[name])
	return out, nil
}

// largestError is the largest difference, relative to the largest expected number.
func largestError(got, want []float64) (float64, error) {
	if len(got) != len(want) {
		return 0, fmt.Errorf("%d numbers, want %d", len(got), len(want))
	}
	largest, worst := 0.0, 0.0
	for i, w := range want {
		largest = max(largest, math.Abs(w))
		if d := math.Abs(got[i] - w); !(d <= worst) {
			worst = d
		}
	}
	if largest == 0 {
		return worst, nil
	}
	return worst / largest, nil
}

// usualModel is an exported model of usual size. Its output is not recorded but compared with the CPU executor's.
type usualModel struct {
	name  string
	input func(m *torchmodels.Model, at int) (*tensors.Tensor, error)
}

var usualModels = []usualModel{{"mlp", hashed}, {"resnet18", hashed}, {"gpt", tokens}, {"gpt_train", trainingState}}

// trainingState makes the arguments of a step of training that follow the n weights: n first moments, n second moments,
// tokens, the tokens that follow them, and the number of the step. First moments are 0, so that new ones show the
// gradients. Second moments are not, so that new weights do not depend on the signs of gradients that are almost 0.
func trainingState(m *torchmodels.Model, at int) (*tensors.Tensor, error) {
	n := slices.Index(m.Names, "")
	switch {
	case at < 2*n:
		return m.Zeros(at)
	case at < 3*n:
		return torchmodels.Numbers(m.Context.F32(), at, 1e-6, 1e-6, m.Shape(at)...)
	case at == 3*n:
		return tokens(m, at)
	case at == 3*n+1:
		next := make([]int64, m.Shape(at)[1])
		for i := range next {
			next[i] = (int64(i)*7%97*3 + 1) % 97
		}
		return m.Ints(next, m.Shape(at)...)
	}
	return tensors.Of(m.Context.F32(), []float32{10})
}

func (u *usualModel) measure(ctx context.Context, d *models.Device, graphs string, o outputs) (*result, error) {
	m, err := torchmodels.LoadFor(ctx, "gpu", filepath.Join(graphs, u.name+".json.gz"))
	if err != nil {
		return nil, err
	}
	args, err := arguments(m, u.input)
	if err != nil {
		return nil, err
	}
	want, err := m.Run(ctx, args)
	if err != nil {
		return nil, err
	}
	out := &result{Name: u.name + " of usual size"}
	return out, out.measure(ctx, models.New(m.Function, d, models.Options{Report: func(*ir.Diagnostic) { out.OnCPU++ }}),
		d, args, want, 2e-3, o.steps)
}

// measure runs a program on arrays of the device, compares its results, and measures the time. If steps is not nil, it
// also prints the program's steps and their times.
func (r *result) measure(ctx context.Context, p *models.Program, d *models.Device, args, want []*tensors.Tensor,
	tolerance float64, steps io.Writer) (err error) {
	arrays := make([]*models.Array, len(args))
	for i, a := range args {
		if arrays[i], err = d.Upload(a); err != nil {
			return err
		}
		defer func() { err = firstOf(err, arrays[i].Free()) }()
	}
	start := time.Now()
	e, err := p.Bind(ctx, arrays...)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, e.Close()) }()
	r.Compile, r.Kernels = time.Since(start).Seconds(), e.Kernels()
	if err := e.Launch(ctx); err != nil {
		return err
	}
	for i, w := range want {
		got, err := e.Result(ctx, i)
		if err != nil {
			return err
		}
		worst, err := largestError(got.Floats(), w.Floats())
		if r.Error = max(r.Error, worst); err != nil || !(worst <= tolerance) {
			return firstOf(err, fmt.Errorf("result %d is wrong: relative error %g", i, worst))
		}
	}
	if err := r.time(ctx, e, d); err != nil || steps == nil {
		return err
	}
	return e.Explain(ctx, steps)
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// time measures runs of an execution.
func (r *result) time(ctx context.Context, e *models.Execution, d *models.Device) error {
	gpu := d.CUDA()
	if gpu == nil {
		return nil
	}
	const few, many = 3, 25
	for range few {
		if err := e.Launch(ctx); err != nil {
			return err
		}
	}
	took, err := gpu.MedianTime(many, func() error { return e.Launch(ctx) })
	if err != nil {
		return err
	}
	r.Micros = float64(took.Nanoseconds()) / 1e3
	for _, way := range []struct {
		launch func(ctx context.Context) error
		took   *float64
	}{{e.Launch, &r.Host}, {e.LaunchEach, &r.OneByOne}} {
		if *way.took, err = hostTime(ctx, gpu, max(1, e.Kernels()), way.launch); err != nil {
			return err
		}
	}
	return nil
}

// hostTime returns the host's time to launch some kernels, in microseconds per kernel. It is the median of launches in
// rounds, each with as many as fit into the driver's queue. The first one behind a synchronization takes 3 to 30
// microseconds.
func hostTime(ctx context.Context, gpu *cuda.Context, kernels int, launch func(ctx context.Context) error) (
	float64, error) {
	const rounds, queue, most = 7, 400, 200
	n := min(max(queue/kernels, 1), most)
	var times []float64
	for range rounds {
		if err := gpu.Synchronize(); err != nil {
			return 0, err
		}
		for range n {
			start := time.Now()
			if err := launch(ctx); err != nil {
				return 0, err
			}
			times = append(times, float64(time.Since(start).Nanoseconds())/1e3/float64(kernels))
		}
	}
	slices.Sort(times)
	return times[len(times)/2], gpu.Synchronize()
}

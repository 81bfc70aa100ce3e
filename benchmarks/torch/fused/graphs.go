package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/girih-ir/girih/backend/cuda"
	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/pass"
)

// graph is a function of operators, in the text of dialect torch. Names in braces are sizes.
type graph struct {
	name         string
	text         string
	small, large map[string]int64
	tolerance    float64
	layer        bool // whether some arguments are weights, which are small so that sums of products stay small
	gradient     bool // whether to compute the gradients of all arguments as well, from a gradient of the result
}

var graphList = []graph{
	{name: "softmax cross-entropy", tolerance: 1e-5,
		small: map[string]int64{"N": 37, "V": 1000}, large: map[string]int64{"N": 8192, "V": 32768},
		text: `(%x: tensor<{N}x{V}xf32>, %t: tensor<{N}xi64>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss(%x, %t) : (tensor<{N}x{V}xf32>, tensor<{N}xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}`},
	{name: "layer norm, bias, GELU, dropout", tolerance: 1e-2,
		small: map[string]int64{"N": 37, "D": 512}, large: map[string]int64{"N": 16384, "D": 4096},
		text: `(%x: tensor<{N}x{D}xbf16>, %w: tensor<{D}xbf16>, %b: tensor<{D}xbf16>, %c: tensor<{D}xbf16>) -> tensor<{N}x{D}xbf16> {
  %0 = torch.aten.layer_norm(%x, normalized_shape = [{D}], weight = %w, bias = %b) : (tensor<{N}x{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %1 = torch.aten.add.Tensor(%0, %c) : (tensor<{N}x{D}xbf16>, tensor<{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %2 = torch.aten.gelu(%1) : (tensor<{N}x{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %3 = torch.aten.dropout(%2, p = 0.1, train = true) : (tensor<{N}x{D}xbf16>) -> tensor<{N}x{D}xbf16>
  return %3 : tensor<{N}x{D}xbf16>
}`},
	{name: "RMS norm, rotary embedding", tolerance: 1e-2,
		small: map[string]int64{"B": 2, "T": 9, "H": 4, "E": 64, "D": 256, "F": 32},
		large: map[string]int64{"B": 8, "T": 2048, "H": 32, "E": 128, "D": 4096, "F": 64},
		text: `(%x: tensor<{B}x{T}x{D}xbf16>, %w: tensor<{D}xbf16>, %cos: tensor<{T}x{E}xbf16>, %sin: tensor<{T}x{E}xbf16>) -> tensor<{B}x{T}x{H}x{E}xbf16> {
  %0 = torch.aten.rms_norm(%x, normalized_shape = [{D}], weight = %w) : (tensor<{B}x{T}x{D}xbf16>, tensor<{D}xbf16>) -> tensor<{B}x{T}x{D}xbf16>
  %1 = torch.aten.view(%0, size = [{B}, {T}, {H}, {E}]) : (tensor<{B}x{T}x{D}xbf16>) -> tensor<{B}x{T}x{H}x{E}xbf16>
  %2 = torch.aten.slice.Tensor(%1, dim = 3, start = 0, end = {F}) : (tensor<{B}x{T}x{H}x{E}xbf16>) -> tensor<{B}x{T}x{H}x{F}xbf16>
  %3 = torch.aten.slice.Tensor(%1, dim = 3, start = {F}, end = {E}) : (tensor<{B}x{T}x{H}x{E}xbf16>) -> tensor<{B}x{T}x{H}x{F}xbf16>
  %4 = torch.aten.neg(%3) : (tensor<{B}x{T}x{H}x{F}xbf16>) -> tensor<{B}x{T}x{H}x{F}xbf16>
  %5 = torch.aten.cat([%4, %2], dim = 3) : (tensor<{B}x{T}x{H}x{F}xbf16>, tensor<{B}x{T}x{H}x{F}xbf16>) -> tensor<{B}x{T}x{H}x{E}xbf16>
  %c = torch.aten.unsqueeze(%cos, dim = 1) : (tensor<{T}x{E}xbf16>) -> tensor<{T}x1x{E}xbf16>
  %s = torch.aten.unsqueeze(%sin, dim = 1) : (tensor<{T}x{E}xbf16>) -> tensor<{T}x1x{E}xbf16>
  %6 = torch.aten.mul.Tensor(%1, %c) : (tensor<{B}x{T}x{H}x{E}xbf16>, tensor<{T}x1x{E}xbf16>) -> tensor<{B}x{T}x{H}x{E}xbf16>
  %7 = torch.aten.mul.Tensor(%5, %s) : (tensor<{B}x{T}x{H}x{E}xbf16>, tensor<{T}x1x{E}xbf16>) -> tensor<{B}x{T}x{H}x{E}xbf16>
  %8 = torch.aten.add.Tensor(%6, %7) : (tensor<{B}x{T}x{H}x{E}xbf16>, tensor<{B}x{T}x{H}x{E}xbf16>) -> tensor<{B}x{T}x{H}x{E}xbf16>
  return %8 : tensor<{B}x{T}x{H}x{E}xbf16>
}`},
	{name: "softmax cross-entropy, with gradient", tolerance: 1e-5,
		small: map[string]int64{"N": 37, "V": 1000}, large: map[string]int64{"N": 8192, "V": 32768},
		text: `(%x: tensor<{N}x{V}xf32>, %t: tensor<{N}xi64>) -> (tensor<f32>, tensor<{N}x{V}xf32>) {
  %l = torch.aten._log_softmax(%x, dim = 1, half_to_float = false) : (tensor<{N}x{V}xf32>) -> tensor<{N}x{V}xf32>
  %0:2 = torch.aten.nll_loss_forward(%l, %t, reduction = 1, ignore_index = -100) : (tensor<{N}x{V}xf32>, tensor<{N}xi64>) -> (tensor<f32>, tensor<f32>)
  %g = torch.aten.full_like(%0#0, fill_value = 1.0) : (tensor<f32>) -> tensor<f32>
  %1 = torch.aten.nll_loss_backward(%g, %l, %t, reduction = 1, ignore_index = -100, total_weight = %0#1) : (tensor<f32>, tensor<{N}x{V}xf32>, tensor<{N}xi64>, tensor<f32>) -> tensor<{N}x{V}xf32>
  %2 = torch.aten._log_softmax_backward_data(%1, %l, dim = 1, input_dtype = f32) : (tensor<{N}x{V}xf32>, tensor<{N}x{V}xf32>) -> tensor<{N}x{V}xf32>
  return %0#0, %2 : tensor<f32>, tensor<{N}x{V}xf32>
}`},
	{name: "layer norm, bias, GELU, dropout, with gradients", tolerance: 2e-2,
		small: map[string]int64{"N": 37, "D": 512}, large: map[string]int64{"N": 16384, "D": 4096},
		text: layerNormGradients},
	{name: "transformer block", tolerance: 2e-2, small: blockSmall, large: blockLarge, text: block, layer: true},
	{name: "transformer block, with gradients", tolerance: 3e-2, small: blockSmall, large: blockLarge, text: block,
		layer: true, gradient: true},
	{name: "AdamW", tolerance: 1e-6,
		small: map[string]int64{"N": 1000}, large: map[string]int64{"N": 100000000},
		text: adamW},
}

// adamW is a step of AdamW with lr 1e-3, betas 0.9 and 0.999, eps 1e-8 and decay 0.01, as the tenth step.
const adamW = `(%p: tensor<{N}xf32>, %g: tensor<{N}xf32>, %m: tensor<{N}xf32>, %v: tensor<{N}xf32>) -> (tensor<{N}xf32>, tensor<{N}xf32>, tensor<{N}xf32>) {
  %0 = torch.aten.mul.Scalar(%p, other = 0.99999) : (tensor<{N}xf32>) -> tensor<{N}xf32>
  %d = torch.aten.sub.Tensor(%g, %m) : (tensor<{N}xf32>, tensor<{N}xf32>) -> tensor<{N}xf32>
  %1 = torch.aten.add.Tensor(%m, %d, alpha = 0.1) : (tensor<{N}xf32>, tensor<{N}xf32>) -> tensor<{N}xf32>
  %2 = torch.aten.mul.Scalar(%v, other = 0.999) : (tensor<{N}xf32>) -> tensor<{N}xf32>
  %s = torch.aten.mul.Tensor(%g, %g) : (tensor<{N}xf32>, tensor<{N}xf32>) -> tensor<{N}xf32>
  %3 = torch.aten.add.Tensor(%2, %s, alpha = 0.001) : (tensor<{N}xf32>, tensor<{N}xf32>) -> tensor<{N}xf32>
  %4 = torch.aten.sqrt(%3) : (tensor<{N}xf32>) -> tensor<{N}xf32>
  %5 = torch.aten.div.Scalar(%4, other = 0.09977486062) : (tensor<{N}xf32>) -> tensor<{N}xf32>
  %6 = torch.aten.add.Scalar(%5, other = 1.0e-8) : (tensor<{N}xf32>) -> tensor<{N}xf32>
  %7 = torch.aten.div.Tensor(%1, %6) : (tensor<{N}xf32>, tensor<{N}xf32>) -> tensor<{N}xf32>
  %8 = torch.aten.sub.Tensor(%0, %7, alpha = 1.5353e-3) : (tensor<{N}xf32>, tensor<{N}xf32>) -> tensor<{N}xf32>
  return %8, %1, %3 : tensor<{N}xf32>, tensor<{N}xf32>, tensor<{N}xf32>
}`

// lower returns the graph for some sizes.
func (g *graph) lower(ctx context.Context, sizes map[string]int64) (*torchmodels.Model, error) {
	source := "func.func @main" + g.text
	for name, n := range sizes {
		source = strings.ReplaceAll(source, "{"+name+"}", fmt.Sprint(n))
	}
	module, err := text.Parse(registry.NewContext(), &ir.Source{Name: g.name, Text: []byte(source)}, text.ParseOptions{})
	if err != nil {
		return nil, err
	}
	if g.gradient {
		return torchmodels.LowerFor(ctx, "gpu", module, "main_gradient", func(p *pass.Pipeline) {
			p.AddWith(gradients.Pass, &gradients.Options{Function: "main", Cotangents: true})
		})
	}
	return torchmodels.LowerFor(ctx, "gpu", module, "main")
}

// outputs says what else to print and write about graphs at large sizes.
type outputs struct {
	steps  io.Writer // where to print the steps and their times; nil for nowhere
	folder string    // where to write the results; "" for nowhere
	cold   bool      // whether nothing is compiled before the graph at large sizes
	turns  io.Reader // a graph at large sizes is measured again for each line; nil for never
}

// run checks the graph at its small sizes, and measures it at its large ones.
func (g *graph) run(ctx context.Context, d *models.Device, o outputs) (*result, error) {
	out := &result{Name: g.name}
	report := models.Options{Report: func(d *ir.Diagnostic) {
		out.OnCPU++
		fmt.Fprintln(os.Stderr, d)
	}}
	if !o.cold {
		if err := out.small(ctx, g, d, report); err != nil {
			return nil, err
		}
	}
	if d.CUDA() == nil {
		return out, nil
	}
	out.OnCPU = 0
	return out, out.large(ctx, g, d, report, o)
}

// small compares the graph with the CPU executor at small sizes.
func (r *result) small(ctx context.Context, g *graph, d *models.Device, options models.Options) error {
	m, err := g.lower(ctx, g.small)
	if err != nil {
		return err
	}
	args, err := g.inputs(m)
	if err != nil {
		return err
	}
	want, err := m.Run(ctx, args)
	if err != nil {
		return err
	}
	return r.measure(ctx, models.New(m.Function, d, options), d, args, want, g.tolerance, nil)
}

// large measures the graph's time at its large sizes, with arguments whose numbers repeat.
func (r *result) large(ctx context.Context, g *graph, d *models.Device, options models.Options, o outputs) (err error) {
	start := time.Now()
	m, err := g.lower(ctx, g.large)
	if err != nil {
		return err
	}
	lowered := time.Since(start)
	args, err := g.inputs(m)
	if err != nil {
		return err
	}
	arrays := make([]*models.Array, len(args))
	for i, a := range args {
		if arrays[i], err = d.Empty(a.Elem(), m.Shape(i)...); err != nil {
			return err
		}
		defer func() { err = firstOf(err, arrays[i].Free()) }()
		if err := arrays[i].Repeat(a); err != nil {
			return err
		}
	}
	start = time.Now()
	e, err := models.New(m.Function, d, options).Bind(ctx, arrays...)
	if err != nil {
		return err
	}
	defer func() { err = firstOf(err, e.Close()) }()
	r.Compile, r.Kernels = (lowered + time.Since(start)).Seconds(), e.Kernels()
	if o.turns != nil {
		return takeTurns(ctx, e, d.CUDA(), o.turns)
	}
	if err := r.time(ctx, e, d); err != nil {
		return err
	}
	if o.folder != "" {
		if err := writeResults(ctx, e, len(m.Function.Type().Results), filepath.Join(o.folder, g.name)); err != nil {
			return err
		}
	}
	if o.steps == nil {
		return nil
	}
	return e.Explain(ctx, o.steps)
}

// takeTurns measures an execution for each line that it reads, and prints the time as a line.
func takeTurns(ctx context.Context, e *models.Execution, gpu *cuda.Context, lines io.Reader) error {
	const runs = 12
	for in := bufio.NewScanner(lines); in.Scan(); {
		took, err := gpu.MedianTime(runs, func() error { return e.Launch(ctx) })
		if err != nil {
			return err
		}
		fmt.Println(float64(took.Nanoseconds()) / 1e3)
	}
	return nil
}

// If a result has more than wholeBytes bytes, only pieces of pieceBytes bytes are written, wholeBytes in all.
const (
	wholeBytes = 256 << 20
	pieceBytes = 1 << 20
)

// writeResults writes the elements of results, or pieces of them, to one file each. compare.py reads these files.
func writeResults(ctx context.Context, e *models.Execution, n int, prefix string) error {
	if err := os.MkdirAll(filepath.Dir(prefix), 0o777); err != nil {
		return err
	}
	for i := range n {
		t, err := e.Result(ctx, i)
		if err != nil {
			return err
		}
		if err := os.WriteFile(fmt.Sprint(prefix, " ", i, ".bin"), pieces(t.Bytes()), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// pieces returns all bytes. If there are too many, it returns pieces at equal distances.
func pieces(raw []byte) (out []byte) {
	if len(raw) <= wholeBytes {
		return raw
	}
	const last = wholeBytes/pieceBytes - 1
	for k := range last + 1 {
		out = append(out, raw[k*(len(raw)-pieceBytes)/last/8*8:][:pieceBytes]...)
	}
	return out
}

// mostNumbers is the number of different elements of large arguments, whose elements repeat.
const mostNumbers = 1 << 20

// inputs makes the arguments, or only the first mostNumbers elements of larger ones. A float is a hash of the element's
// number; integers are below 997.
func (g *graph) inputs(m *torchmodels.Model) (args []*tensors.Tensor, err error) {
	for k := range m.Names {
		elem := m.Function.Region(0).Entry().Arg(k).Type().(*ir.TensorType).ElementType()
		shape, n := m.Shape(k), 1
		for _, s := range shape {
			n *= s
		}
		if n > mostNumbers {
			shape = []int{mostNumbers}
		}
		var a *tensors.Tensor
		if prim.DtypeOf(elem) == prim.Float {
			scale, middle := 2.0, float32(0)
			switch {
			case g.layer && len(m.Shape(k)) == 2:
				scale /= math.Sqrt(float64(m.Shape(k)[1]))
			case k == 3 && !g.layer: // second moments are positive
				middle = 1.5
			}
			a, err = torchmodels.Numbers(elem, k, scale, middle, shape...)
		} else {
			ids := make([]int64, shape[0])
			for i := range ids {
				ids[i] = int64(i) * 7 % 997
			}
			a, err = m.Ints(ids, shape...)
		}
		if err != nil {
			return nil, err
		}
		args = append(args, a)
	}
	return args, nil
}

// layerNormGradients is the graph that PyTorch traces for the layer and its gradients on a GPU, where the statistics
// are f32.
const layerNormGradients = `(%x: tensor<{N}x{D}xbf16>, %w: tensor<{D}xbf16>, %b: tensor<{D}xbf16>, %c: tensor<{D}xbf16>, %g: tensor<{N}x{D}xbf16>) -> (tensor<{N}x{D}xbf16>, tensor<{N}x{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>) {
  %0:3 = torch.aten.native_layer_norm(%x, normalized_shape = [{D}], weight = %w, bias = %b, eps = 1.0e-5) : (tensor<{N}x{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>) -> (tensor<{N}x{D}xbf16>, tensor<{N}x1xf32>, tensor<{N}x1xf32>)
  %1 = torch.aten.add.Tensor(%0#0, %c) : (tensor<{N}x{D}xbf16>, tensor<{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %2 = torch.aten.gelu(%1) : (tensor<{N}x{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %3:2 = torch.aten.native_dropout(%2, p = 0.1, train = true) : (tensor<{N}x{D}xbf16>) -> (tensor<{N}x{D}xbf16>, tensor<{N}x{D}xi1>)
  %4 = torch.aten.mul.Tensor(%g, %3#1) : (tensor<{N}x{D}xbf16>, tensor<{N}x{D}xi1>) -> tensor<{N}x{D}xbf16>
  %5 = torch.aten.mul.Scalar(%4, other = 1.1111111111111112) : (tensor<{N}x{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %6 = torch.aten.gelu_backward(%5, %1) : (tensor<{N}x{D}xbf16>, tensor<{N}x{D}xbf16>) -> tensor<{N}x{D}xbf16>
  %7 = torch.aten.sum.dim_IntList(%6, dim = [0]) : (tensor<{N}x{D}xbf16>) -> tensor<{D}xbf16>
  %8:3 = torch.aten.native_layer_norm_backward(%6, %x, normalized_shape = [{D}], mean = %0#1, rstd = %0#2, weight = %w, bias = %b, output_mask = "[true, true, true]") : (tensor<{N}x{D}xbf16>, tensor<{N}x{D}xbf16>, tensor<{N}x1xf32>, tensor<{N}x1xf32>, tensor<{D}xbf16>, tensor<{D}xbf16>) -> (tensor<{N}x{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>)
  return %3#0, %8#0, %8#1, %8#2, %7 : tensor<{N}x{D}xbf16>, tensor<{N}x{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>, tensor<{D}xbf16>
}`

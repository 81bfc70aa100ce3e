package importtorch_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/importtorch"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/pass"
)

// graphs is the folder with graphs that benchmarks/torch/export.py wrote.
const graphs = "../../benchmarks/torch/graphs"

func read(t testing.TB, name string) []byte {
	t.Helper()
	f, err := os.Open(filepath.Join(graphs, name+".json.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// lowered imports a graph and lowers it to primitive operations.
func lowered(t testing.TB, name string) (fn.Func, *ir.Context) {
	t.Helper()
	return primitives(t, read(t, name))
}

// core returns a graph of PyTorch's core operators, as torch.export's run_decompositions makes it.
func core(t *testing.T, name string) []byte {
	t.Helper()
	var graph map[string]json.RawMessage
	if err := json.Unmarshal(read(t, name), &graph); err != nil {
		t.Fatal(err)
	}
	graph["exported"], graph["signature"] = graph["core"], graph["core_signature"]
	return must(json.Marshal(graph))(t)
}

func primitives(t testing.TB, data []byte) (fn.Func, *ir.Context) {
	t.Helper()
	ctx := registry.NewContext()
	module, err := importtorch.Import(ctx, data)
	if err != nil {
		t.Fatal(err)
	}
	p := pass.NewPipeline("builtin.module").AddWith(decompose.Pass, &decompose.Options{Strict: true}).Add(promote.Pass)
	if err := p.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		t.Fatal(err)
	}
	f, ok := fn.AsFunc(ir.LookupSymbol(module, "main"))
	if !ok {
		t.Fatal("no function main")
	}
	return f, ctx
}

// weights returns the elements that export.py gives a parameter: hashes of the elements' indices.
func weights(n int, seed int, scale float64) []float32 {
	out := make([]float32, n)
	for i := range out {
		h := uint32(uint64(i+seed*1000003) * 2654435761)
		h = (h ^ h>>16) * 0x45D9F3B
		h = (h ^ h>>16) & 0xFFFFFF
		out[i] = float32((float64(h)/0x1000000 - 0.5) * scale)
	}
	return out
}

// parameters returns the seeded parameters and buffers of a model, and nil for the other arguments.
func parameters(t *testing.T, f fn.Func, ctx *ir.Context) []*tensors.Tensor {
	t.Helper()
	out := make([]*tensors.Tensor, f.Region(0).Entry().NumArgs())
	seed := 0
	for k, name := range importtorch.Parameters(f) {
		if name == "" {
			continue
		}
		typ := f.Region(0).Entry().Arg(k).Type().(*ir.TensorType)
		var shape []int
		n := 1
		for _, d := range typ.Shape() {
			shape, n = append(shape, int(d)), n*int(d)
		}
		var data []float32
		switch {
		case strings.HasSuffix(name, "running_mean"), strings.HasSuffix(name, "num_batches_tracked"):
			data = make([]float32, n)
		case strings.HasSuffix(name, "running_var"):
			data = slices.Repeat([]float32{1}, n)
		case len(shape) == 1 && strings.HasSuffix(name, "weight"):
			data = weights(n, seed, 0.2)
			for i := range data {
				data[i]++
			}
			seed++
		default:
			fan := 1
			if len(shape) > 1 {
				fan = shape[len(shape)-1]
			}
			data = weights(n, seed, 2/math.Sqrt(float64(fan)))
			seed++
		}
		x := must(tensors.Of(ctx.F32(), data, shape...))(t)
		out[k] = must(x.To(typ.ElementType()))(t)
	}
	return out
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

// call runs a model on its parameters and further arguments.
func call(t *testing.T, f fn.Func, parameters, further []*tensors.Tensor) []*tensors.Tensor {
	t.Helper()
	args := slices.Clone(parameters)
	for k := range args {
		if args[k] == nil {
			args[k], further = further[0], further[1:]
		}
	}
	return must(tensors.Run(t.Context(), f, args, tensors.Options{}))(t)
}

// recorded returns the results that PyTorch computed for a model, as a flat list.
func recorded(t *testing.T, name string) []float64 {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal(read(t, "outputs"), &all); err != nil {
		t.Fatal(err)
	}
	var flat []float64
	var walk func(x any)
	walk = func(x any) {
		switch x := x.(type) {
		case []any:
			for _, y := range x {
				walk(y)
			}
		case float64:
			flat = append(flat, x)
		}
	}
	walk(all[name])
	return flat
}

// compare compares numbers with PyTorch's. The tolerance is relative to the largest number, since sums are added up in
// another order.
func compare(t *testing.T, name string, got, want []float64) {
	t.Helper()
	greatest := 1.0
	for _, w := range want {
		greatest = max(greatest, math.Abs(w))
	}
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%s: %d numbers, want %d", name, len(got), len(want))
	}
	for i, w := range want {
		if !(math.Abs(got[i]-w) <= 1e-4*greatest) {
			t.Fatalf("%s: element %d is %v, want %v", name, i, got[i], w)
		}
	}
}

func TestModelsComputeWhatPyTorchDoes(t *testing.T) {
	for _, c := range []struct {
		name, output string
		input        func(ctx *ir.Context) (*tensors.Tensor, error)
	}{
		{"mlp_small", "mlp", func(ctx *ir.Context) (*tensors.Tensor, error) {
			return tensors.Of(ctx.F32(), weights(64, 99, 2), 4, 16)
		}},
		{"resnet18_small", "resnet18", func(ctx *ir.Context) (*tensors.Tensor, error) {
			return tensors.Of(ctx.F32(), weights(2*3*64*64, 99, 2), 2, 3, 64, 64)
		}},
		{"gpt_small", "gpt", func(ctx *ir.Context) (*tensors.Tensor, error) {
			return tensors.Of(ctx.I(64), tokens(), 1, 12)
		}},
	} {
		for _, graph := range [][]byte{read(t, c.name), core(t, c.name)} {
			f, ctx := primitives(t, graph)
			x := must(c.input(ctx))(t)
			compare(t, c.name, call(t, f, parameters(t, f, ctx), []*tensors.Tensor{x})[0].Floats(), recorded(t, c.output))
		}
	}
}

func tokens() []int64 {
	ids := make([]int64, 12)
	for i := range ids {
		ids[i] = int64(i * 7 % 97)
	}
	return ids
}

// Generating one token at a time, with a cache of keys and values, gives the same as processing all tokens at once.
func TestTokensAreGeneratedOneByOne(t *testing.T) {
	f, ctx := lowered(t, "gpt_step_small")
	model := parameters(t, f, ctx)
	var caches []*tensors.Tensor
	for range 4 {
		caches = append(caches, must(tensors.Of(ctx.F32(), make([]float32, 4*32*8), 1, 4, 32, 8))(t))
	}
	var got []float64
	for i, id := range tokens() {
		ids := must(tensors.Of(ctx.I(64), []int64{id}, 1, 1))(t)
		position := must(tensors.Of(ctx.I(64), []int64{int64(i)}, 1))(t)
		results := call(t, f, model, append([]*tensors.Tensor{ids, position}, caches...))
		if caches = results[1:]; i >= 4 { // PyTorch began with five tokens at once
			got = append(got, results[0].Floats()...)
		}
	}
	compare(t, "gpt_step_small", got, recorded(t, "gpt_step"))
}

// Graphs of models in their usual sizes can be lowered. They have only the shapes of weights.
func TestGraphsAreLowered(t *testing.T) {
	for _, name := range []string{"mlp", "resnet18", "gpt", "gpt_step", "gpt_train"} {
		lowered(t, name)
	}
}

// The losses of five training steps are the same as in PyTorch. One graph has the forward pass, the backward pass and
// AdamW.
func TestStepsOfTrainingLoseWhatTheyDoInPyTorch(t *testing.T) {
	f, ctx := lowered(t, "gpt_train_small")
	weights := parameters(t, f, ctx)
	var state []*tensors.Tensor // weights, then first and second moments
	for _, w := range weights {
		if w != nil {
			state = append(state, w)
		}
	}
	n := len(state)
	for k := range 2 * n {
		w := state[k%n]
		state = append(state, must(tensors.Of(ctx.F32(), make([]float32, w.Numel()), w.Shape()...))(t))
	}
	ids, targets := make([]int64, 24), make([]int64, 24)
	for i := range ids {
		ids[i] = int64(i * 7 % 97)
		targets[i] = (ids[i]*3 + 1) % 97
	}
	var losses []float64
	for step := range 5 {
		args := append(slices.Clone(state), must(tensors.Of(ctx.I(64), ids, 2, 12))(t),
			must(tensors.Of(ctx.I(64), targets, 2, 12))(t), must(tensors.Of(ctx.F32(), []float32{float32(step + 1)}))(t))
		results := must(tensors.Run(t.Context(), f, args, tensors.Options{}))(t)
		losses, state = append(losses, results[0].Floats()...), results[1:]
	}
	want := recorded(t, "gpt_train_losses")
	for i, w := range want {
		if math.Abs(losses[i]-w) > 1e-5*w {
			t.Errorf("losses %v, want %v", losses, want)
			break
		}
	}
	if losses[4] >= losses[0] {
		t.Errorf("losses %v do not fall", losses)
	}
}

// None is the value of an argument that is absent, and infinity is a number, as for a scalar operand.
func TestNoneAndInfinityAreArguments(t *testing.T) {
	for _, c := range []struct{ call, want string }{
		{`aten.clamp.default", "args": [{"node": "x"}, null, 5.0]`, "torch.aten.clamp(%x, max = 5.0)"},
		{`aten.sum.dim_IntList", "args": [{"node": "x"}, null, true]`, "torch.aten.sum.dim_IntList(%x, keepdim = true)"},
		{`aten.sum.default", "args": [{"node": "x"}], "kwargs": {"dtype": null}`, "torch.aten.sum(%x)"},
		{`aten.div.Tensor_mode", "args": [{"node": "x"}, 2], "kwargs": {"rounding_mode": "floor"}`,
			`torch.aten.div.Scalar_mode(%x, other = 2, rounding_mode = "floor")`},
		{`aten.sub.Tensor", "args": [1.5, {"node": "x"}]`, "torch.aten.rsub.Scalar(%x, other = 1.5)"},
		{`aten.mul.Tensor", "args": [2, {"node": "x"}]`, "torch.aten.mul.Scalar(%x, other = 2)"},
		{`aten.upsample_linear1d.vec", "args": [{"node": "x"}, null, false, [2.0]]`,
			`torch.aten.upsample_linear1d.vec(%x, align_corners = false, scale_factors = "[2.0]")`},
		{`aten.to.device", "args": [{"node": "x"}, {"torch": "cuda:0"}, {"torch": "torch.float32"}]`,
			`torch.aten.to.device(%x, device = "cuda:0", dtype = f32)`},
		{`aten.mul.Tensor", "args": [{"node": "x"}, {"float": "-inf"}]`, "torch.aten.mul.Scalar(%x, other = -inf)"},
	} {
		source := strings.Replace(graph, `aten.relu.default", "args": [{"node": "x"}]`, c.call, 1)
		module, err := importtorch.Import(registry.NewContext(), []byte(source))
		if err != nil {
			t.Errorf("%s: %v", c.call, err)
			continue
		}
		want := strings.Replace(c.want, "%x", "%arg0", 1)
		if got := string(text.Print(module, text.Options{})); !strings.Contains(got, want) {
			t.Errorf("%s: got\n%swant %s", c.call, got, want)
		}
	}
}

func FuzzImport(f *testing.F) {
	f.Add([]byte(graph))
	f.Add([]byte(`{"exported": [{"op": "output", "args": [[]]}]}`))
	f.Add([]byte(strings.Replace(graph, "relu", "split", 1)))
	f.Add([]byte(sizesGraph))
	f.Add([]byte(positionsGraph))
	f.Fuzz(func(t *testing.T, data []byte) {
		op, err := importtorch.Import(registry.NewContext(), data)
		if err == nil {
			err = ir.Verify(op, nil)
		}
		_ = err // Import must return a module or an error
	})
}

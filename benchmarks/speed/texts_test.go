package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/manifest"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/longtest"
)

// texts reads all kernel texts.
func texts(t *testing.T) []*kernelText {
	t.Helper()
	list, err := suite()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var suite = sync.OnceValues(func() ([]*kernelText, error) {
	list, err := readTexts("suite/tile", nil)
	if err != nil {
		return nil, err
	}
	inGo, err := readGo(os.DirFS("suite/gokernels"), nil)
	return append(list, inGo...), err
})

// variantsOf returns the configurations of a text. Several tests use them.
func variantsOf(t *testing.T, k *kernelText) []*variant {
	t.Helper()
	made, _ := configurations.LoadOrStore(k, sync.OnceValues(k.variants))
	list, err := made.(func() ([]*variant, error))()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

var configurations sync.Map // of texts

// check is a small problem of a kernel text.
type check struct {
	shapes  map[string][]int64
	numbers map[string]any
	inputs  map[string]func(r *rand.Rand, i int) float64 // by array; others get standard normal numbers
	outputs []string                                     // undefined before the launch; nil is out and scales
	// want returns the expected outputs from the contents of the arrays.
	want func(in map[string][]float64) map[string][]float64
	// relative and absolute bound the error of an element.
	relative, absolute float64
}

// written returns the arrays that a kernel writes and does not read.
func (c check) written() []string {
	if c.outputs == nil {
		return []string{"out", "scales"}
	}
	return c.outputs
}

func shape(dims ...int64) []int64 { return dims }

// checkOf returns the problem of a text: the one with its name, or else the one of its benchmark.
func checkOf(k *kernelText) (check, bool) {
	for _, name := range []string{k.Name, k.Benchmark} {
		for _, list := range []map[string]check{checks, sequenceChecks, imageChecks, modelChecks, unseenChecks} {
			if c, ok := list[name]; ok {
				return c, true
			}
		}
	}
	return check{}, false
}

// below returns a function for random integers below a bound.
func below(n int) func(*rand.Rand, int) float64 {
	return func(r *rand.Rand, _ int) float64 { return float64(r.IntN(n)) }
}

// elementwise makes an output. Each element depends on the inputs at the same place.
func elementwise(n int, f func(in map[string][]float64,
	i int) float64) func(map[string][]float64) map[string][]float64 {
	return func(in map[string][]float64) map[string][]float64 {
		out := make([]float64, n)
		for i := range out {
			out[i] = f(in, i)
		}
		return map[string][]float64{"out": out}
	}
}

// geluSilu is silu(gelu(x)).
func geluSilu(in map[string][]float64, i int) float64 {
	v := in["x"][i]
	gelu := 0.5 * v * (1 + math.Erf(v*math.Sqrt2/2))
	return gelu / (1 + math.Exp(-gelu))
}

// byRow makes an output whose rows each depend on a row of the inputs.
func byRow(input string, columns int, f func(in map[string][]float64, row []float64,
	i int) []float64) func(map[string][]float64) map[string][]float64 {
	return func(in map[string][]float64) map[string][]float64 {
		var out []float64
		i := 0
		for row := range slices.Chunk(in[input], columns) {
			out = append(out, f(in, row, i)...)
			i++
		}
		return map[string][]float64{"out": out}
	}
}

func mean(row []float64, f func(float64) float64) float64 {
	s := 0.0
	for _, v := range row {
		s += f(v)
	}
	return s / float64(len(row))
}

func logSumExp(row []float64) float64 {
	s := 0.0
	for _, v := range row {
		s += math.Exp(v)
	}
	return math.Log(s)
}

func columnSums(columns int) func(map[string][]float64) map[string][]float64 {
	return func(in map[string][]float64) map[string][]float64 {
		out := make([]float64, columns)
		for i, v := range in["x"] {
			out[i%columns] += v
		}
		return map[string][]float64{"out": out}
	}
}

// checks have problems whose last tiles are not full, as far as the kernels allow it.
var checks = map[string]check{
	"copy": {shapes: map[string][]int64{"x": shape(5008), "out": shape(5008)},
		want: elementwise(5008, func(in map[string][]float64, i int) float64 { return in["x"][i] })},
	"vector_add": {shapes: map[string][]int64{"x": shape(5008), "y": shape(5008), "out": shape(5008)}, relative: 0x1p-24,
		want: elementwise(5008, func(in map[string][]float64, i int) float64 { return in["x"][i] + in["y"][i] })},
	"saxpy_broadcast": {shapes: map[string][]int64{"x": shape(5, 2064), "y": shape(2064), "out": shape(5, 2064)},
		numbers: map[string]any{"a": 1.25}, absolute: 1e-6,
		want: elementwise(5*2064, func(in map[string][]float64, i int) float64 { return 1.25*in["x"][i] + in["y"][i%2064] })},
	"gelu_silu_bf16": {shapes: map[string][]int64{"x": shape(9, 512), "out": shape(9, 512)}, relative: 0x1p-7,
		absolute: 1e-6, want: elementwise(9*512, geluSilu)},
	"gelu_silu_bf16.go": {shapes: map[string][]int64{"x": shape(4608), "out": shape(4608)}, relative: 0x1p-7,
		absolute: 1e-6, want: elementwise(4608, geluSilu)},
	"gelu_silu_bf16.exact": {shapes: map[string][]int64{"x": shape(9, 512), "out": shape(9, 512)}, relative: 0x1p-7,
		absolute: 1e-6, want: elementwise(9*512, geluSilu)},
	"mixed_dtypes": {shapes: map[string][]int64{"x": shape(5008), "y": shape(5008), "z": shape(5008), "out": shape(5008)},
		inputs: map[string]func(*rand.Rand, int) float64{
			"z": func(r *rand.Rand, _ int) float64 { return float64(r.IntN(200) - 100) }},
		relative: 0x1p-8, absolute: 1e-5,
		want: elementwise(5008, func(in map[string][]float64, i int) float64 { return in["x"][i]*in["y"][i] + in["z"][i] })},
	"dropout_philox": {shapes: map[string][]int64{"x": shape(5008), "out": shape(5008)},
		numbers: map[string]any{"p": 0.25, "seed": int64(42)}, relative: 1e-6}, // want depends on the configuration
	"fp8_quantize": {shapes: map[string][]int64{"x": shape(37, 128), "out": shape(37, 128), "scales": shape(37)},
		relative: 0.13,
		absolute: 2.1e-3, want: quantized},
	"transpose": {shapes: map[string][]int64{"x": shape(80, 48), "out": shape(48, 80)},
		want: elementwise(80*48, func(in map[string][]float64, i int) float64 { return in["x"][i%80*48+i/80] })},
	"row_sum": {shapes: map[string][]int64{"x": shape(5, 2064), "out": shape(5)}, absolute: 1e-4,
		want: byRow("x", 2064, func(_ map[string][]float64, row []float64, _ int) []float64 {
			return []float64{2064 * mean(row, func(v float64) float64 { return v })}
		})},
	"column_sum": {shapes: map[string][]int64{"x": shape(133, 272), "out": shape(272)}, absolute: 1e-4,
		want: columnSums(272)},
	"column_sum.whole": {shapes: map[string][]int64{"x": shape(133, 272), "out": shape(272)}, absolute: 1e-4,
		want: columnSums(272)},
	"softmax": {shapes: map[string][]int64{"x": shape(3, 112), "out": shape(3, 112)}, relative: 1e-5,
		want: byRow("x", 112, func(_ map[string][]float64, row []float64, _ int) (out []float64) {
			for _, v := range row {
				out = append(out, math.Exp(v-logSumExp(row)))
			}
			return out
		})},
	"layer_norm": {shapes: map[string][]int64{"x": shape(3, 240), "weight": shape(240), "bias": shape(240),
		"out": shape(3, 240)},
		numbers: map[string]any{"eps": 1e-5}, relative: 0x1p-7, absolute: 1e-4,
		want: byRow("x", 240, func(in map[string][]float64, row []float64, _ int) (out []float64) {
			m := mean(row, func(v float64) float64 { return v })
			scale := 1 / math.Sqrt(mean(row, func(v float64) float64 { return (v - m) * (v - m) })+1e-5)
			for j, v := range row {
				out = append(out, (v-m)*scale*in["weight"][j]+in["bias"][j])
			}
			return out
		})},
	"rms_norm": {shapes: map[string][]int64{"x": shape(3, 240), "weight": shape(240), "out": shape(3, 240)},
		numbers: map[string]any{"eps": 1e-5}, relative: 0x1p-7, absolute: 1e-6,
		want: byRow("x", 240, func(in map[string][]float64, row []float64, _ int) (out []float64) {
			scale := 1 / math.Sqrt(mean(row, func(v float64) float64 { return v * v })+1e-5)
			for j, v := range row {
				out = append(out, v*scale*in["weight"][j])
			}
			return out
		})},
	"cross_entropy": {shapes: map[string][]int64{"logits": shape(3, 9008), "targets": shape(3), "out": shape(3)},
		inputs: map[string]func(*rand.Rand, int) float64{"targets": below(9008)}, relative: 1e-5, absolute: 1e-5,
		want: byRow("logits", 9008, func(in map[string][]float64, row []float64, i int) []float64 {
			return []float64{logSumExp(row) - row[int(in["targets"][i])]}
		})},
	"argmax": {shapes: map[string][]int64{"x": shape(4, 112), "out": shape(4)},
		inputs: map[string]func(*rand.Rand, int) float64{"x": below(40)}, // with ties
		want: byRow("x", 112, func(_ map[string][]float64, row []float64, _ int) []float64 {
			return []float64{float64(slices.Index(row, slices.Max(row)))}
		})},
	"cumsum": {shapes: map[string][]int64{"x": shape(3, 112), "out": shape(3, 112)}, absolute: 1e-4,
		want: byRow("x", 112, func(_ map[string][]float64, row []float64, _ int) (out []float64) {
			s := 0.0
			for _, v := range row {
				s += v
				out = append(out, s)
			}
			return out
		})},
	"topk_sort": {shapes: map[string][]int64{"x": shape(3, 1024), "out": shape(3, 16)},
		want: byRow("x", 1024, func(_ map[string][]float64, row []float64, _ int) []float64 {
			row = slices.Sorted(slices.Values(row))
			slices.Reverse(row)
			return row[:16]
		})},
	"histogram": {shapes: map[string][]int64{"x": shape(5008), "out": shape(256)},
		inputs: map[string]func(*rand.Rand, int) float64{"x": below(256)},
		want: func(in map[string][]float64) map[string][]float64 {
			out := make([]float64, 256)
			for _, v := range in["x"] {
				out[int(v)]++
			}
			return map[string][]float64{"out": out}
		}},
	"embedding": {shapes: map[string][]int64{"ids": shape(5), "table": shape(20, 1024), "out": shape(5, 1024)},
		inputs: map[string]func(*rand.Rand, int) float64{"ids": below(20)},
		want: elementwise(5*1024, func(in map[string][]float64, i int) float64 {
			return in["table"][int(in["ids"][i/1024])*1024+i%1024]
		})},
	"scatter_add": {shapes: map[string][]int64{"x": shape(2064), "index": shape(2064), "out": shape(100)},
		inputs: map[string]func(*rand.Rand, int) float64{"index": below(100)}, absolute: 1e-4,
		want: func(in map[string][]float64) map[string][]float64 {
			out := make([]float64, 100)
			for i, v := range in["x"] {
				out[int(in["index"][i])] += v
			}
			return map[string][]float64{"out": out}
		}},
}

// quantized does not round. The tolerance allows for that.
func quantized(in map[string][]float64) map[string][]float64 {
	out, scales := []float64{}, []float64{}
	for group := range slices.Chunk(in["x"], 128) {
		most := 1e-12
		for _, v := range group {
			most = max(most, math.Abs(v))
		}
		scales = append(scales, most/448)
		for _, v := range group {
			out = append(out, v/(most/448))
		}
	}
	return map[string][]float64{"out": out, "scales": scales}
}

// dropped is dropout with the numbers of Philox, computed as the algorithm is defined.
func dropped(block int) func(map[string][]float64) map[string][]float64 {
	return func(in map[string][]float64) map[string][]float64 {
		out := make([]float64, len(in["x"]))
		for i, v := range in["x"] {
			counter := uint32(i/(4*block)*block + i%block)
			word := philox([4]uint32{counter}, [2]uint32{42})[i/block%4]
			if int32(word) < 0 {
				word = ^word
			}
			if float64(word)*0x1p-31 > 0.25 {
				out[i] = v / 0.75
			}
		}
		return map[string][]float64{"out": out}
	}
}

func philox(c [4]uint32, key [2]uint32) [4]uint32 {
	for range 10 {
		m, n := uint64(c[0])*0xD2511F53, uint64(c[2])*0xCD9E8D57
		c = [4]uint32{uint32(n>>32) ^ c[1] ^ key[0], uint32(n), uint32(m>>32) ^ c[3] ^ key[1], uint32(m)}
		key[0] += 0x9E3779B9
		key[1] += 0xBB67AE85
	}
	return c
}

// launch is a problem with its arrays.
type launch struct {
	names  []string
	arrays map[string]*interp.Array
	args   []any
}

// newLaunch makes the arguments of a kernel. Outputs are undefined, or zero if the kernel relies on that.
func newLaunch(t *testing.T, k *kernelText, v *variant, c check) *launch {
	t.Helper()
	m, err := girih.Parse(v.Name, []byte(v.Text))
	if err != nil {
		t.Fatal(err)
	}
	kernel, _ := tile.AsKernel(m.Operation().Region(0).Entry().First())
	types := kernel.Type().Inputs
	_, program := compiledText(t, v)
	l := &launch{arrays: make(map[string]*interp.Array)}
	r := rand.New(rand.NewPCG(1, 2))
	for i, p := range program.Parameters {
		l.names = append(l.names, p.Name)
		if p.Kind != manifest.Array {
			l.args = append(l.args, c.numbers[p.Name])
			continue
		}
		a, err := interp.NewArray(types[i].(*tile.ArrayType).ElementType(), c.shapes[p.Name]...)
		if err != nil {
			t.Fatal(err)
		}
		random := c.inputs[p.Name]
		if random == nil {
			random = func(r *rand.Rand, _ int) float64 { return r.NormFloat64() }
		}
		for i := range a.Len() {
			switch {
			case slices.Contains(k.Zero, p.Name):
				a.SetFloat64(i, 0)
			case !slices.Contains(c.written(), p.Name):
				a.SetFloat64(i, random(r, i))
			}
		}
		l.arrays[p.Name], l.args = a, append(l.args, a)
	}
	return l
}

// compiledText compiles a configuration.
func compiledText(t *testing.T, v *variant) (*girih.Program, *manifest.Kernel) {
	t.Helper()
	m, err := girih.Parse(v.Name, []byte(v.Text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := m.Compile(t.Context(), girih.CompileOptions{NumWarps: v.Warps, SM: 90,
		Parts: v.Constants["parts"]})
	if err != nil {
		t.Fatal(err)
	}
	described, err := p.Manifest()
	if err != nil {
		t.Fatal(err)
	}
	return p, &described.Kernels[0]
}

// flat returns the arguments of the compiled kernel: addresses with sizes and strides.
func (l *launch) flat(k *manifest.Kernel) (out []any) {
	for i, p := range k.Parameters {
		out = append(out, l.args[i])
		if p.Kind != manifest.Array {
			continue
		}
		dims := l.arrays[l.names[i]].Shape()
		for axis, n := range p.Sizes {
			if n == manifest.Dynamic {
				out = append(out, int32(dims[axis]))
			}
		}
		for axis, n := range p.Strides {
			if n == manifest.Dynamic {
				stride := int64(1)
				for _, d := range dims[axis+1:] {
					stride *= d
				}
				out = append(out, int32(stride))
			}
		}
	}
	return out
}

// compare checks the outputs.
func (l *launch) compare(t *testing.T, c check, want map[string][]float64) {
	t.Helper()
	for name, list := range want {
		for i, w := range list {
			if g := l.arrays[name].Float64(i); !l.arrays[name].Defined(i) ||
				!(math.Abs(g-w) <= c.absolute+c.relative*math.Abs(w)) {
				t.Fatalf("%s[%d] is %v, not %v", name, i, g, w)
			}
		}
	}
}

func (l *launch) values() map[string][]float64 {
	out := make(map[string][]float64)
	for name, a := range l.arrays {
		out[name] = a.Float64s()
	}
	return out
}

func TestEveryTextComputesWhatItsReferenceDoes(t *testing.T) {
	for i, k := range texts(t) {
		if !longtest.Includes(i, 13) {
			continue
		}
		t.Run(k.Name, func(t *testing.T) {
			t.Parallel()
			c, ok := checkOf(k)
			if !ok {
				t.Fatal("there is no problem to check it with")
			}
			list := variantsOf(t, k)
			for _, v := range list {
				if v.Warps == k.Lists[0].values[0] || v == list[len(list)-1] { // the others differ only in layouts
					t.Run(v.Name, func(t *testing.T) { execute(t, k, v, c) })
				}
			}
		})
	}
}

// execute runs a configuration in the reference executor and, compiled, in the simulator.
func execute(t *testing.T, k *kernelText, v *variant, c check) {
	if k.Benchmark == "dropout_philox" {
		c.want = dropped(v.Constants["BLOCK"])
	}
	m, err := girih.Parse(v.Name, []byte(v.Text))
	if err != nil {
		t.Fatal(err)
	}
	interpreted, compiled := newLaunch(t, k, v, c), newLaunch(t, k, v, c)
	want := c.want(interpreted.values())
	grid := v.programs(c.shapes)
	name := m.Kernels()[0]
	if err := m.Execute(context.Background(), name, interp.Grid(grid), interpreted.args...); err != nil {
		t.Fatal(err)
	}
	interpreted.compare(t, c, want)
	p, kernel := compiledText(t, v)
	if _, err := p.Execute(t.Context(), name, simt.Launch{Grid: grid}, compiled.flat(kernel)...); err != nil {
		t.Fatal(err)
	}
	compiled.compare(t, c, want)
}

func TestTextsSayWhatIsWrongWithTheirComments(t *testing.T) {
	for _, c := range []struct{ name, source, want string }{
		{"no grid", "// configurations: warps 4\n", "the comments at the beginning name no configurations or no grid"},
		{"no configurations", "// grid: x[0]\n", "the comments at the beginning name no configurations or no grid"},
		{"a list without numbers", "// configurations: warps\n// grid: x[0]\n",
			`configurations: "warps" is not a name with numbers`},
		{"no number", "// configurations: warps few\n// grid: x[0]\n",
			`configurations: warps: strconv.Atoi: parsing "few": invalid syntax`},
		{"no warps", "// configurations: BLOCK 4\n// grid: x[0]\n", "k: configurations: no warps"},
		{"an unknown name", "// configurations: warps 4\n// grid: x[0]\n{BLOCK}",
			"k: {BLOCK} stands for no number of the configurations"},
		{"another grid", "// configurations: warps 4\n// grid: x / 4\n",
			`k: grid: "x / 4" is not of the form x[0] or x[0] / 16`},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, err := parseText("k", c.source)
			if err == nil {
				_, err = k.variants()
			}
			if fmt.Sprint(err) != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
		})
	}
}

// programs returns the sizes of the grid for arrays of some shapes.
func (v *variant) programs(shapes map[string][]int64) [3]int32 {
	out := [3]int32{1, 1, 1}
	for axis, product := range v.Grid {
		for _, f := range product {
			out[axis] *= int32((shapes[f.Array][f.Axis] + int64(f.Tile) - 1) / int64(f.Tile))
		}
	}
	return out
}

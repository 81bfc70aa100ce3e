// Command cpu times graphs of operators on the CPU: elementwise operators, reductions and products in f32. It prints a
// line of JSON for each. compare.py runs the same graphs in PyTorch, eager and compiled, compares the results, and
// makes a table of both:
//
//	GOMAXPROCS=2 go run ./benchmarks/torch/cpu -results /tmp/results > girih.json
//	python3 benchmarks/torch/cpu/compare.py girih.json --results=/tmp/results --threads=2
package main

import (
	"context"
	"encoding/json"
	"flag"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

func main() {
	log.SetFlags(0)
	results := flag.String("results", "", "write the results of graphs to this `folder`, for compare.py")
	runs := flag.Int("runs", 25, "`number` of runs of which the median is taken")
	flag.Parse()
	lines := json.NewEncoder(os.Stdout)
	for _, g := range graphs {
		r, err := g.measure(context.Background(), *runs, *results)
		if err != nil {
			log.Fatalf("%s: %v", g.name, err)
		}
		_ = lines.Encode(r)
	}
}

// graph is a function of operators on f32. Letters in it stand for types.
type graph struct{ name, text string }

// types are the types that the letters stand for.
var types = strings.NewReplacer("{X}", "tensor<1024x4096xf32>", "{V}", "tensor<4096xf32>", "{R}", "tensor<1024xf32>",
	"{A}", "tensor<512x512xf32>", "{T}", "tensor<128x768xf32>", "{W}", "tensor<3072x768xf32>", "{B}", "tensor<3072xf32>",
	"{U}", "tensor<128x3072xf32>", "{D}", "tensor<768x3072xf32>")

var graphs = []graph{
	{"add", `(%x: {X}, %y: {X}) -> {X} {
  %0 = torch.aten.add.Tensor(%x, %y) : ({X}, {X}) -> {X}
  return %0 : {X}
}`},
	{"bias and GELU", `(%x: {X}, %b: {V}) -> {X} {
  %0 = torch.aten.add.Tensor(%x, %b) : ({X}, {V}) -> {X}
  %1 = torch.aten.gelu(%0) : ({X}) -> {X}
  return %1 : {X}
}`},
	{"SiLU times", `(%x: {X}, %y: {X}) -> {X} {
  %0 = torch.aten.silu(%x) : ({X}) -> {X}
  %1 = torch.aten.mul.Tensor(%0, %y) : ({X}, {X}) -> {X}
  return %1 : {X}
}`},
	{"sum of rows", `(%x: {X}) -> {R} {
  %0 = torch.aten.sum.dim_IntList(%x, dim = [1]) : ({X}) -> {R}
  return %0 : {R}
}`},
	{"sum of columns", `(%x: {X}) -> {V} {
  %0 = torch.aten.sum.dim_IntList(%x, dim = [0]) : ({X}) -> {V}
  return %0 : {V}
}`},
	{"softmax", `(%x: {X}) -> {X} {
  %0 = torch.aten.softmax.int(%x, dim = 1) : ({X}) -> {X}
  return %0 : {X}
}`},
	{"layer norm", `(%x: {X}, %w: {V}, %b: {V}) -> {X} {
  %0 = torch.aten.layer_norm(%x, normalized_shape = [4096], weight = %w, bias = %b) : ({X}, {V}, {V}) -> {X}
  return %0 : {X}
}`},
	{"product of 512", `(%x: {A}, %y: {A}) -> {A} {
  %0 = torch.aten.mm(%x, %y) : ({A}, {A}) -> {A}
  return %0 : {A}
}`},
	{"two layers", `(%x: {T}, %w: {W}, %b: {B}, %d: {D}) -> {T} {
  %0 = torch.aten.linear(%x, %w, bias = %b) : ({T}, {W}, {B}) -> {U}
  %1 = torch.aten.gelu(%0) : ({U}) -> {U}
  %2 = torch.aten.linear(%1, %d) : ({U}, {D}) -> {T}
  return %2 : {T}
}`},
}

// result is a line of output.
type result struct {
	Name    string  `json:"name"`
	Micros  float64 `json:"micros"` // of a run, median
	Compile float64 `json:"compile_s"`
}

// measure runs a graph, and writes its result.
func (g *graph) measure(ctx context.Context, runs int, folder string) (*result, error) {
	start := time.Now()
	source := &ir.Source{Name: g.name, Text: []byte("func.func @main" + types.Replace(g.text))}
	module, err := text.Parse(registry.NewContext(), source, text.ParseOptions{})
	if err != nil {
		return nil, err
	}
	m, err := torchmodels.Lower(ctx, module, "main")
	if err != nil {
		return nil, err
	}
	args := make([]*tensors.Tensor, len(m.Names))
	for k := range args {
		if args[k], err = torchmodels.Numbers(m.Context.F32(), k, 2, 0, m.Shape(k)...); err != nil {
			return nil, err
		}
	}
	r := &result{Name: g.name}
	out, err := m.Run(ctx, args) // the first run makes the plan
	if err != nil {
		return nil, err
	}
	r.Compile = time.Since(start).Seconds()
	if folder != "" {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(folder, g.name+".bin"), out[0].Bytes(), 0o666); err != nil {
			return nil, err
		}
	}
	times := make([]float64, runs)
	for i := range times {
		start := time.Now()
		if _, err := m.Run(ctx, args); err != nil {
			return nil, err
		}
		times[i] = float64(time.Since(start).Nanoseconds()) / 1e3
	}
	slices.Sort(times)
	r.Micros = times[runs/2]
	return r, nil
}

package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchmodels"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/gradients"
	"github.com/girih-ir/girih/pass"
)

// An unknown name is an error that lists those there are, before a device is opened.
func TestAnUnknownNameIsAnError(t *testing.T) {
	err := run(t.Context(), "no device", "", "softmax", outputs{}, true)
	if err == nil || !strings.Contains(err.Error(), `"softmax" names no graph`) ||
		!strings.Contains(err.Error(), "\n  softmax cross-entropy\n") || !strings.Contains(err.Error(), "\n  gpt_train") {
		t.Errorf("error %v", err)
	}
	err = run(t.Context(), "no device", "", "gpt_train", outputs{}, true)
	if err == nil || !strings.Contains(err.Error(), "-graphs") {
		t.Errorf("error %v", err)
	}
	for _, name := range append(names(), "", "models") {
		if err := run(t.Context(), "no device", "graphs", name, outputs{}, true); !errors.Is(err, models.ErrDevice) {
			t.Errorf("%q: error %v", name, err)
		}
	}
}

// The kernels of the block, forward and backward, give the same on the simulator as on the CPU. No step is left to the
// CPU.
func TestBlocksComputeTheSameOnTheSimulator(t *testing.T) {
	for _, g := range graphList {
		if !g.layer {
			continue
		}
		m, err := g.lower(t.Context(), g.small)
		if err != nil {
			t.Fatal(err)
		}
		args, err := g.inputs(m)
		if err != nil {
			t.Fatal(err)
		}
		want, err := m.Run(t.Context(), args)
		if err != nil {
			t.Fatal(err)
		}
		device, err := models.Open("simulator")
		if err != nil {
			t.Fatal(err)
		}
		p := models.New(m.Function, device, models.Options{Report: func(d *ir.Diagnostic) { t.Errorf("remark: %v", d) }})
		got, err := p.Run(t.Context(), args)
		if err != nil {
			t.Fatal(err)
		}
		if results := map[bool]int{false: 1, true: 10}[g.gradient]; len(got) != results {
			t.Errorf("%s: %d results", g.name, len(got))
		}
		for i := range want {
			compareTensors(t, fmt.Sprint(g.name, ": result ", i), got[i], want[i], g.tolerance)
		}
	}
}

// compareTensors compares elements relative to the largest one, which must not be zero.
func compareTensors(t *testing.T, what string, got, want *tensors.Tensor, tolerance float64) {
	t.Helper()
	largest := 0.0
	for _, w := range want.Floats() {
		largest = max(largest, math.Abs(w)) // NaN if one is NaN
	}
	if !(largest > 0) || math.IsInf(largest, 0) {
		t.Fatalf("%s: the largest element is %v", what, largest)
	}
	g := got.Floats()
	for k, w := range want.Floats() {
		if !(math.Abs(g[k]-w) <= tolerance*largest) {
			t.Fatalf("%s: element %d is %v, want %v", what, k, g[k], w)
		}
	}
}

// Layers with a checkpoint have the same gradients as without one, and need less memory. The values between their
// operators are not kept until the gradients are computed, but computed a second time.
func TestCheckpointsNeedLessMemory(t *testing.T) {
	const layers = 4
	var results [2][]*tensors.Tensor
	var bytes, steps [2]int
	for i, attribute := range []string{"", " {" + gradients.Checkpoint + "}"} {
		source := stack(layers, attribute)
		for name, n := range map[string]int64{"T": 16, "D": 32, "H": 4, "E": 8, "F": 128} {
			source = strings.ReplaceAll(source, "{"+name+"}", fmt.Sprint(n))
		}
		module, err := text.ParseString(registry.NewContext(), strings.ReplaceAll(source, "bf16", "f32"))
		if err != nil {
			t.Fatal(err)
		}
		g := graph{layer: true}
		m, err := torchmodels.LowerFor(t.Context(), "gpu", module, "main_gradient", func(p *pass.Pipeline) {
			p.AddWith(gradients.Pass, &gradients.Options{Function: "main", Cotangents: true})
		})
		if err != nil {
			t.Fatal(err)
		}
		args, err := g.inputs(m)
		if err != nil {
			t.Fatal(err)
		}
		if results[i], err = m.Run(t.Context(), args); err != nil {
			t.Fatal(err)
		}
		o, err := tensors.NewOutline(m.Function, args, func(*tensors.Step) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		bytes[i], steps[i] = o.ArenaBytes, len(o.Steps)
	}
	for k := range results[0] {
		compareTensors(t, fmt.Sprint("result ", k), results[1][k], results[0][k], 1e-5)
	}
	t.Logf("%d bytes and %d steps without checkpoints, %d and %d with them", bytes[0], steps[0], bytes[1], steps[1])
	if bytes[1] > bytes[0]*3/4 || steps[1] <= steps[0] {
		t.Errorf("with checkpoints %d bytes and %d steps, without %d and %d", bytes[1], steps[1], bytes[0], steps[0])
	}
}

// stack returns a module with a function @main. It calls @block once per layer, with the layer's own weights and an
// attribute.
func stack(layers int, attribute string) string {
	signature := block[1:strings.Index(block, ")")]
	var params, types, calls []string
	for _, p := range strings.Split(signature, ", ") {
		_, typ, _ := strings.Cut(p, ": ")
		types = append(types, typ)
	}
	x := "%x"
	params = append(params, "%x: "+types[0])
	for k := range layers {
		args := []string{x}
		for i, typ := range types[1:] {
			args = append(args, fmt.Sprintf("%%w%d_%d", k, i))
			params = append(params, args[i+1]+": "+typ)
		}
		x = fmt.Sprintf("%%y%d", k)
		calls = append(calls, fmt.Sprintf("  %s = func.call @block(%s)%s : (%s) -> %s\n", x, strings.Join(args, ", "),
			attribute, strings.Join(types, ", "), types[0]))
	}
	return "func.func @block" + block + "\nfunc.func @main(" + strings.Join(params, ", ") + ") -> " + types[0] + " {\n" +
		strings.Join(calls, "") + "  return " + x + " : " + types[0] + "\n}\n"
}

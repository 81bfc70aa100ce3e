package main

import (
	"maps"

	"github.com/girih-ir/girih/kernel"
)

// inGo makes an example with a kernel in Go from an example in tile text. Both compute the same, and their outputs are
// checked in the same way. The kernel in Go has no parameters for the sizes in lacks, so these cannot be set. change
// replaces the arguments of the launch by the arguments of the function.
func inGo(of example, name, function string, lacks []string, small sizes, change func(p *problem, s sizes)) example {
	e := of
	e.name, e.summary = name, "the same by "+function+", a function in Go"
	e.large, e.small = maps.Clone(of.large), maps.Clone(of.small)
	maps.Copy(e.small, small)
	for _, size := range lacks {
		delete(e.large, size)
		delete(e.small, size)
	}
	e.problem = func(s sizes) (*problem, error) {
		all := maps.Clone(of.large)
		maps.Copy(all, s)
		p, err := of.problem(all)
		if err != nil {
			return nil, err
		}
		element := "kernel.Float16"
		if s["bf16"] != 0 {
			element = "kernel.BFloat16"
		}
		p.goKernel = &goKernel{function: function, options: kernel.Options{Types: map[string]string{"T": element},
			Constants: map[string]int64{}, NumWarps: p.options.NumWarps, Target: "sm_90a", Divisible: 16}}
		p.steps[0].kernel = function
		change(p, s)
		return p, nil
	}
	return e
}

// goKernel is a kernel of package gokernels.
type goKernel struct {
	function string
	options  kernel.Options
}

// In Go, arrays promise that rows have a multiple of 16 elements.
var matmulGoExample = inGo(matmulExample, "matmul-go", "MatMul", []string{"ta", "tb"}, sizes{"n": 272, "k": 80},
	func(*problem, sizes) {})

var attentionGoExample = inGo(attentionExample, "attention-go", "Attention",
	[]string{"lengths", "window", "tilerows", "tilekeys"}, nil, func(p *problem, s sizes) {
		p.goKernel.options.Constants["d"] = int64(columns(s["d"]))
		args := p.steps[0].args // q, k, v, out, lengths, group, causal, window, scale
		p.steps[0].args = []any{args[0], args[1], args[2], args[3], args[5], args[6], args[8]}
	})

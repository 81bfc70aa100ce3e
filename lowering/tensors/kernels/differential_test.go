package kernels_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/kernelsteps"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/kernels"
	"github.com/girih-ir/girih/pass"
)

// comparison executes the steps of programs on the CPU and by kernels, from the same operands, and compares the
// results.
type comparison struct {
	testing.TB
	kernels, fallbacks map[string]int

	compared, amplified int // results
	run                 func(l *kernels.Launch, args []any) error
}

func newComparison(t testing.TB) *comparison {
	return &comparison{TB: t, kernels: map[string]int{}, fallbacks: map[string]int{},
		run: func(l *kernels.Launch, args []any) error {
			for i, a := range l.Args {
				if a.Array == nil {
					continue
				}
				v, err := args[i].(*interp.Array).View(a.Array.Offset, a.Array.Shape, a.Array.Strides)
				if err != nil {
					return err
				}
				args[i] = v
			}
			grid := interp.Grid{int32(l.Grid[0]), int32(l.Grid[1]), int32(l.Grid[2])}
			return interp.Run(t.Context(), l.Kernel.Module, l.Kernel.Name, grid, args...)
		}}
}

// program compares all steps of a function.
func (c *comparison) program(f fn.Func, args []*tensors.Tensor, seed uint64) {
	c.Helper()
	o, err := tensors.NewOutline(f, args, func(s *tensors.Step) bool {
		_, err := kernels.Build(kernelsteps.Of(s))
		if err != nil && !errors.Is(err, kernels.ErrNoKernel) {
			c.Fatalf("%v\n%s", err, text.Print(s.Region.Operation, text.Options{}))
		}
		return err == nil
	})
	if err != nil {
		return // an error of the program itself, which other tests cover
	}
	memory := make([]*interp.Array, len(o.Memories))
	for i, m := range o.Memories {
		var from *tensors.Tensor
		switch {
		case m.Argument > 0:
			from = args[m.Argument-1]
		case m.Constant != nil:
			from = m.Constant
		}
		if prim.DtypeOf(m.Elem) == prim.Complex {
			continue
		}
		if memory[i], err = interp.NewArray(m.Elem, int64(m.Elements)); err != nil {
			c.Fatal(err)
		}
		if from != nil {
			bits := bitsOf(from)
			for k := range memory[i].Len() {
				memory[i].SetBits(k, bits[k])
			}
		}
	}
	values := map[int]*tensors.Tensor{} // the results of the CPU, by memory
	for i, m := range o.Memories {
		if m.Argument > 0 {
			values[i] = args[m.Argument-1]
		} else if m.Constant != nil {
			values[i] = m.Constant
		}
	}
	keys := 0
	for _, s := range o.Steps {
		in, out := make([]*tensors.Tensor, len(s.In)), make([]*tensors.Tensor, len(s.Out))
		for i, p := range s.In {
			if p != nil {
				in[i] = tensors.View(values[p.Memory], p)
			}
		}
		for i, p := range s.Out {
			out[i] = tensors.New(p.Elem, p.Shape...)
			values[p.Memory] = out[i]
		}
		if err := s.Compute(c.Context(), in, out, tensors.Options{Seed: seed}, keys); err != nil {
			return // an error at run time, such as a division by zero
		}
		if s.Op.Is(&prim.RandomKey) {
			keys++
		}
		c.step(s, memory, in, out)
		for i, p := range s.Out { // later steps get the CPU's results
			if memory[p.Memory] == nil {
				continue
			}
			for k, w := range bitsOf(out[i]) {
				memory[p.Memory].SetBits(k, w)
			}
		}
	}
}

// step compares one step, unless it has no kernel.
func (c *comparison) step(s *tensors.Step, memory []*interp.Array, in, want []*tensors.Tensor) {
	c.Helper()
	computation, err := kernels.Build(kernelsteps.Of(s))
	if errors.Is(err, kernels.ErrNoKernel) {
		c.fallbacks[s.Op.Name()]++
		return
	}
	if err != nil {
		c.Fatalf("%s: %v", s.Name, err)
	}
	var scratch []*interp.Array
	for _, m := range computation.Scratch {
		a, err := interp.NewArray(m.Elem, m.N)
		if err != nil {
			c.Fatal(err)
		}
		scratch = append(scratch, a)
	}
	for _, p := range s.Out { // reset to undefined, unless the step changes an operand in place
		if slices.ContainsFunc(s.In, func(in *tensors.Place) bool { return in != nil && in.Memory == p.Memory }) {
			continue
		}
		if memory[p.Memory], err = interp.NewArray(p.Elem, int64(memory[p.Memory].Len())); err != nil {
			c.Fatal(err)
		}
	}
	for i := range computation.Launches {
		l := &computation.Launches[i]
		if err := ir.Verify(l.Kernel.Module, nil); err != nil {
			c.Fatalf("%s: %v\n%s", s.Name, err, text.Print(l.Kernel.Module, text.Options{}))
		}
		var args []any
		for _, a := range l.Args {
			switch {
			case a.Memory >= kernels.ScratchMemory:
				args = append(args, scratch[a.Memory-kernels.ScratchMemory])
			case a.Memory >= 0:
				args = append(args, memory[a.Memory])
			default:
				args = append(args, a.Number)
			}
		}
		if err := c.run(l, args); err != nil {
			c.Fatalf("%s: %v\n%s\n%s", s.Name, err, stepText(s), text.Print(l.Kernel.Module, text.Options{}))
		}
	}
	c.kernels[s.Op.Name()]++
	for i, p := range s.Out {
		if amplifies(s, i) {
			c.amplified++
			continue
		}
		c.compared++
		if err := equal(memory[p.Memory], want[i], in, floatBits(s, i, want[i])); err != nil {
			c.Fatalf("%s: result %d: %v\n%s\n%s", s.Name, i, err, stepText(s),
				text.Print(computation.Launches[0].Kernel.Module, text.Options{}))
		}
	}
}

// bitsOf returns the bits of the elements of a contiguous tensor.
func bitsOf(t *tensors.Tensor) []uint64 {
	size := (ir.ElementBits(t.Elem()) + 7) / 8
	raw := t.Bytes()
	out := make([]uint64, len(raw)/size)
	for i := range out {
		var word [8]byte
		copy(word[:], raw[i*size:][:size])
		out[i] = binary.LittleEndian.Uint64(word[:])
	}
	return out
}

// amplifies reports whether a result depends, through functions that amplify small differences, on sums and other
// numbers that kernels compute in another order.
func amplifies(s *tensors.Step, result int) bool {
	if s.Region.Operation == nil {
		return false
	}
	inexact, amplified := map[*ir.Value]bool{}, map[*ir.Value]bool{}
	var last *ir.Operation
	for op := range s.Region.Entry().Ops() {
		last = op
		if op.NumResults() == 0 {
			break
		}
		v := op.Result(0)
		for _, o := range op.Operands() {
			inexact[v] = inexact[v] || inexact[o]
			amplified[v] = amplified[v] || amplified[o] || inexact[o] && !isTame(op)
		}
		isFloat := prim.DtypeOf(ir.ElementOrSelf(v.Type())) == prim.Float
		switch op.Def() {
		case &prim.Sum, &prim.Prod, &prim.Var, &prim.Pow:
			inexact[v] = inexact[v] || isFloat
		}
	}
	return amplified[last.Operand(result)]
}

func isTame(op *ir.Operation) bool {
	switch op.Def() {
	case &prim.Add, &prim.Sub, &prim.Mul, &prim.Div, &prim.Neg,
		&prim.Abs, &prim.Maximum, &prim.Minimum, &prim.FMax, &prim.FMin, &prim.Fill, &prim.Where, &prim.RSqrt,
		&prim.BroadcastInDim, &prim.ExpandDims, &prim.Reshape, &prim.Squeeze, &prim.Clone, &prim.AMax, &prim.AMin,
		&prim.Dot:
		return true
	case &prim.ConvertElementType:
		return prim.DtypeOf(ir.ElementOrSelf(op.Result(0).Type())) == prim.Float
	}
	return false
}

func stepText(s *tensors.Step) string {
	if s.Region.Operation != nil {
		return string(text.Print(s.Region.Operation, text.Options{}))
	}
	return string(text.Print(s.Op, text.Options{}))
}

// floatBits returns the width of the narrowest floats that a result depends on: an f64 that was converted from f32 is
// no more exact than the f32.
func floatBits(s *tensors.Step, result int, want *tensors.Tensor) int {
	own := ir.ElementBits(want.Elem())
	if s.Region.Operation == nil {
		return own
	}
	narrowest := map[*ir.Value]int{}
	bits := func(v *ir.Value) int {
		if known, ok := narrowest[v]; ok {
			return known
		}
		if t := ir.ElementOrSelf(v.Type()); prim.DtypeOf(t) == prim.Float {
			return ir.BitWidth(t)
		}
		return 64
	}
	var last *ir.Operation
	for op := range s.Region.Entry().Ops() {
		last = op
		if op.NumResults() == 0 {
			break
		}
		v := op.Result(0)
		least := bits(v)
		for _, o := range op.Operands() {
			least = min(least, bits(o))
		}
		narrowest[v] = least
	}
	return min(own, bits(last.Operand(result)))
}

// equal compares elements that depend on floats of the given width. Both sides round functions to f32, but some
// functions of kernels consist of several operations, and sums are computed in another order and type.
func equal(got *interp.Array, want *tensors.Tensor, in []*tensors.Tensor, bits int) error {
	epsilon := map[int]float64{64: 1e-11, 32: 2e-5, 16: 2e-2, 8: 0.26}[bits]
	list, largest := want.Floats(), 1.0
	for _, x := range append(in, want) {
		if x == nil || prim.DtypeOf(x.Elem()) != prim.Float {
			continue
		}
		for _, w := range x.Floats() {
			if a := math.Abs(w); a > largest && !math.IsInf(a, 1) {
				largest = a
			}
		}
	}
	for i, w := range list {
		g := got.Float64(i)
		if !got.Defined(i) {
			return fmt.Errorf("element %d was not written", i)
		}
		same := g == w || math.IsNaN(g) && math.IsNaN(w)
		if prim.DtypeOf(want.Elem()) == prim.Float && !same {
			same = math.Abs(g-w) <= epsilon*(math.Abs(w)+0.2*largest)
		}
		if !same {
			return fmt.Errorf("element %d is %v, want %v", i, g, w)
		}
	}
	return nil
}

// TestKernelsOfGeneratedProgramsComputeTheirSteps compares kernels with the CPU for all steps of generated programs.
func TestKernelsOfGeneratedProgramsComputeTheirSteps(t *testing.T) {
	c := newComparison(t)
	programs := longtest.Count(20, 300)
	c.generated(0, uint64(programs))
	t.Log("compared", c.compared, "amplified", c.amplified)
	t.Log("kernels", c.kernels)
	t.Log("on the CPU", c.fallbacks)
	if c.kernels["func.call"] < programs {
		t.Errorf("%d programs had only %d kernels of regions", programs, c.kernels["func.call"])
	}
}

// TestThreadsOfGeneratedKernelsComputeTheirSteps does the same with compiled kernels, thread by thread.
func TestThreadsOfGeneratedKernelsComputeTheirSteps(t *testing.T) {
	programs := uint64(longtest.Count(15, 600))
	c := newComparison(t)
	c.run = byThreads(t)
	c.generated(1000, programs)
	t.Log("compared", c.compared, "kernels", c.kernels)
	if c.compared < 5*int(programs) {
		t.Errorf("%d programs had only %d results", programs, c.compared)
	}
}

// generated compares the programs of n seeds.
func (c *comparison) generated(first, n uint64) {
	c.Helper()
	ctx := registry.NewContext()
	for seed := first; seed < first+n; seed++ {
		if seed%16 == 0 {
			continue // large programs are only for fast executors
		}
		module, args := tensorgen.Generate(ctx, seed)
		f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
		p := pass.NewPipeline("builtin.module").
			AddWith(fusion.Pass, &fusion.Options{Target: []string{"cpu", "gpu"}[seed%2]})
		if err := p.Run(context.Background(), module, pass.RunOptions{}); err != nil {
			c.Fatal(err)
		}
		c.program(f, args, seed)
	}
}

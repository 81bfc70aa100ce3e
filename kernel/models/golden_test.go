package models_test

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/torchgoldens"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/lowering/tensors/references"
	"github.com/girih-ir/girih/lowering/transforms/cse"
	"github.com/girih-ir/girih/pass"
)

var deviceName = flag.String("device", "simulator", "compare kernels with PyTorch's goldens on this `device`")

// golden runs cases recorded from PyTorch by kernels.
type golden struct {
	*testing.T
	ctx    *ir.Context
	device *models.Device

	mu                      sync.Mutex
	whole, partly, failures int // cases that are computed by kernels, and partly by kernels and partly on the CPU
	without                 map[string]bool
}

// TestKernelsOfGoldensGiveWhatPyTorchDoes compares kernels of fused operators with PyTorch, on a GPU with
// -device=cuda:0.
func TestKernelsOfGoldensGiveWhatPyTorchDoes(t *testing.T) {
	g := &golden{T: t, ctx: registry.NewContext(), without: map[string]bool{}}
	var err error
	if g.device, err = models.Open(*deviceName); err != nil {
		t.Fatal(err)
	}
	table := references.Standard()
	var workers sync.WaitGroup
	todo := make(chan func())
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for check := range todo {
				check()
			}
		})
	}
	for _, family := range []string{"unary", "binary", "reduce", "shapes", "nn", "pairs", "strided", "dims", "moves",
		"layers"} {
		f := torchgoldens.Read(t, g.ctx, family)
		for i, c := range f.Cases {
			if c.Op != "" && c.Missing == "" && len(c.Error) == 0 && table["torch.aten."+c.Op] != nil &&
				longtest.Includes(i, 120) {
				todo <- func() { g.check(f, i, c) }
			}
		}
	}
	close(todo)
	workers.Wait()
	t.Logf("kernels compute %d cases, and %d others to some part; without kernels are %v", g.whole, g.partly,
		slices.Sorted(maps.Keys(g.without)))
	if g.whole < 4*g.partly {
		t.Errorf("kernels compute only %d cases, and %d others to some part", g.whole, g.partly)
	}
}

// check runs a case.
func (g *golden) check(f *torchgoldens.File, i int, c torchgoldens.Case) {
	k, err := f.Call(c)
	if err != nil {
		g.Errorf("case %d: %v", i, err)
		return
	}
	if slices.ContainsFunc(slices.Concat(k.Args, k.Wants), isComplex) {
		return // devices do not support complex numbers
	}
	got, remarks, err := g.run(k)
	if err == nil {
		err = compare(f, k, got)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	narrow := strings.Contains(k.Types[0], "f16>")
	if err != nil && differences[c.Op] == "" && !(narrow && differences[c.Op+" of narrow floats"] != "") {
		if g.failures++; g.failures < 20 {
			g.Errorf("case %d: %s%v: %v\n%s", i, c.Op, k.Types, err, torchgoldens.Program(k.Text, k.Types, k.Args))
		}
	}
	if len(remarks) == 0 {
		g.whole++
		return
	}
	g.partly++
	for _, r := range remarks {
		why := noKernelRE.FindString(r)
		if !isApart(why) {
			g.Errorf("case %d: %s: unexpected: %s", i, c.Op, r)
		}
		g.without[why] = true
	}
}

func isComplex(x *tensors.Tensor) bool { return prim.DtypeOf(x.Elem()) == prim.Complex }

var noKernelRE = regexp.MustCompile(`no kernel: .*`)

// run runs a program by kernels, and returns the remarks about steps on the CPU.
func (g *golden) run(k torchgoldens.Call) (results []*tensors.Tensor, remarks []string, err error) {
	f, err := primitives(g.ctx, torchgoldens.Program(k.Text, k.Types, k.Args), true)
	if err != nil {
		return nil, nil, err
	}
	p := models.New(f, g.device, models.Options{Report: func(d *ir.Diagnostic) { remarks = append(remarks, d.Message) }})
	results, err = p.Run(context.Background(), k.Args)
	return results, remarks, err
}

// primitives reads a program of one operator.
func primitives(ctx *ir.Context, source string, fused bool) (fn.Func, error) {
	module, err := text.ParseString(ctx, source)
	if err != nil {
		return fn.Func{}, err
	}
	p := pass.NewPipeline("builtin.module", decompose.Pass, promote.Pass)
	if fused {
		p.Add(cse.Pass).AddWith(fusion.Pass, &fusion.Options{Target: "gpu"})
	}
	if err := p.Run(context.Background(), module, pass.RunOptions{}); err != nil {
		return fn.Func{}, err
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	return f, nil
}

// onCPU runs a program on the CPU.
func (g *golden) onCPU(call string, types []string, args ...*tensors.Tensor) ([]*tensors.Tensor, error) {
	f, err := primitives(g.ctx, torchgoldens.Program(call, types, args), false)
	if err != nil {
		return nil, err
	}
	return tensors.Run(context.Background(), f, args, tensors.Options{})
}

// compare compares results with those of PyTorch on the CPU or a GPU. They must be close, or at least as accurate.
func compare(f *torchgoldens.File, k torchgoldens.Call, got []*tensors.Tensor) error {
	g := &golden{ctx: f.Context()}
	for i, want := range k.Wants {
		at := torchgoldens.Differs(got[i], want)
		if at < 0 || len(k.CUDA) > 0 && torchgoldens.Differs(got[i], k.CUDA[i]) < 0 ||
			f.NoLessAccurate(k, i, got[i], g.onCPU) {
			continue
		}
		return fmt.Errorf("result %d, element %d: got %v, want %v", i, at, got[i].Floats()[at], want.Floats()[at])
	}
	return nil
}

// differences are the operators whose kernels differ from PyTorch, with reasons. Most differ on the CPU as well.
var differences = map[string]string{
	"cumsum":                  "kernels add f32 in f32, where the CPU adds in f64",
	"special_bessel_j0":       "PyTorch is off by 1e-7 from 5 to 6, and its f32 loses the phase of large arguments",
	"special_bessel_j1":       "PyTorch is off by 1e-7 from 5 to 6, and its f32 loses the phase of large arguments",
	"igamma":                  "NaN stays NaN",
	"igammac":                 "NaN stays NaN",
	"special_zeta":            "NaN stays NaN; terms of the series vanish where PyTorch has 0 * Inf",
	"conv1d of narrow floats": "the bias is added to sums that are rounded",
	"scaled_dot_product_attention of narrow floats": "weights are rounded, as in PyTorch's kernels on a GPU",
}

// apart are the primitives without a kernel, by part of the remark, with reasons.
var apart = []struct{ part, reason string }{
	{"prim.bessel_", "dialect tile has no such function"},
	{"prim.spherical_bessel_", "dialect tile has no such function"},
	{"prim.acosh of", "dialect tile has no such function"},
	{"prim.asinh of", "dialect tile has no such function"},
	{"prim.atanh of", "dialect tile has no such function"},
	{"prim.digamma of", "dialect tile has no such function"},
	{"prim.erf_inv of", "dialect tile has no such function"},
	{"prim.erfc of", "dialect tile has no such function"},
	{"prim.erfcx of", "dialect tile has no such function"},
	{"prim.hypot of", "dialect tile has no such function"},
	{"prim.igamma of", "dialect tile has no such function"},
	{"prim.igammac of", "dialect tile has no such function"},
	{"prim.lgamma of", "dialect tile has no such function"},
	{"prim.ndtri of", "dialect tile has no such function"},
	{"prim.nextafter of", "dialect tile has no such function"},
	{"prim.zeta of", "dialect tile has no such function"},
	{"prim.gcd of", "the number of steps depends on the element"},
	{"prim.pow of 'i", "the number of steps depends on the element"},
	{"prim.pow of 'ui", "the number of steps depends on the element"},
	{"prim.div has none", "a division of integers by zero is an error, which has to be reported"},
	{"prim.fmod has none", "a division of integers by zero is an error, which has to be reported"},
	{"prim.remainder has none", "a division of integers by zero is an error, which has to be reported"},
	{"prim.cummax has none", "scans of elements with their indices are not there yet"},
	{"prim.cummin has none", "scans of elements with their indices are not there yet"},
	{"prim.logcumsumexp has none", "scans of pairs are not there yet"},
	{"prim.argmax of bools", "dialect tile has no arg-reductions of bools"},
	{"prim.argmin of bools", "dialect tile has no arg-reductions of bools"},
	{"elements of 'i1' has none", "dialect tile does not sort bools"},
	{"sums of 'f16' at indices", "narrow floats have no atomic additions"},
	{"sums of 'bf16' at indices", "narrow floats have no atomic additions"},
	{"transposed convolutions", "the contraction would scatter its output"},
}

// isApart reports whether a remark says that there is no kernel for a reason that is known.
func isApart(remark string) bool {
	for _, a := range apart {
		if strings.Contains(remark, a.part) {
			return true
		}
	}
	return false
}

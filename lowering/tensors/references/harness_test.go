package references_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/internal/torchgoldens"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/tensors/decompose"
	"github.com/girih-ir/girih/lowering/tensors/promote"
	"github.com/girih-ir/girih/pass"
)

// ctx is the context of all tests, since tensors have types of a context.
var ctx = registry.NewContext()

var (
	f32, f64, f16 = ctx.F32(), ctx.F64(), ctx.F16()
	i64, i32, i1  = ctx.I(64), ctx.I(32), ctx.I(1)
	inf, nan      = math.Inf(1), math.NaN()
)

// shape is the shape of a tensor in a test.
type shape = []int

// of returns a tensor with the given values, converted to elem.
func of(elem ir.Type, s shape, values ...float64) *tensors.Tensor {
	x, err := tensors.Of(f64, values, s...)
	if err == nil {
		x, err = x.To(elem)
	}
	if err != nil {
		panic(err)
	}
	return x
}

// vec and ints return tensors of rank 1, of f32 and i64.
func vec(values ...float64) *tensors.Tensor { return of(f32, shape{len(values)}, values...) }

// vec0 returns a tensor of f32 with rank 0.
func vec0(value float64) *tensors.Tensor { return of(f32, nil, value) }

func ints(values ...float64) *tensors.Tensor { return of(i64, shape{len(values)}, values...) }

// lowered parses a program, and lowers it to primitives.
func lowered(source string) (fn.Func, error) {
	module, err := text.ParseString(ctx, source)
	if err != nil {
		return fn.Func{}, fmt.Errorf("%w\n%s", err, source)
	}
	p := pass.NewPipeline("builtin.module").AddWith(decompose.Pass, &decompose.Options{Strict: true}).Add(promote.Pass)
	if err := p.Run(context.Background(), module, pass.RunOptions{Verify: true}); err != nil {
		return fn.Func{}, err
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "f"))
	return f, nil
}

// run runs a call of an operator.
func run(call string, types []string, args ...*tensors.Tensor) ([]*tensors.Tensor, error) {
	f, err := lowered(torchgoldens.Program(call, types, args))
	if err != nil {
		return nil, err
	}
	return tensors.Run(context.Background(), f, args, tensors.Options{})
}

// example is a call of an operator, and the expected results.
type example struct {
	call string
	args []*tensors.Tensor
	want *tensors.Tensor
}

// args returns the arguments of an example.
func args(list ...*tensors.Tensor) []*tensors.Tensor { return list }

func check(t *testing.T, examples []example) {
	t.Helper()
	for _, e := range examples {
		got, err := run("torch.aten."+e.call, []string{torchgoldens.TypeOf(e.want)}, e.args...)
		if err != nil {
			t.Errorf("%s: %v", e.call, err)
			continue
		}
		same(t, e.call, got[0], e.want)
	}
}

// same compares tensors. Floats may differ by a few roundings of their type.
func same(t *testing.T, name string, got, want *tensors.Tensor) {
	t.Helper()
	tolerance := 2e-6
	switch want.Elem() {
	case f64:
		tolerance = 1e-12
	case f16:
		tolerance = 1e-3
	}
	g, w := got.Floats(), want.Floats()
	if got.Elem() != want.Elem() || fmt.Sprint(got.Shape()) != fmt.Sprint(want.Shape()) {
		t.Errorf("%s: got %s, want %s", name, torchgoldens.TypeOf(got), torchgoldens.TypeOf(want))
		return
	}
	for i := range w {
		close := math.Abs(g[i]-w[i]) <= tolerance*math.Max(1, math.Abs(w[i]))
		if !close && g[i] != w[i] && !(g[i] != g[i] && w[i] != w[i]) {
			t.Errorf("%s: got %v, want %v", name, g, w)
			return
		}
	}
}

package models_test

import (
	"math"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/pass"
)

// TestSumsOfExponentialsOfLongRowsNeedOnePass checks that one pass over a long row computes its maximum, the sum of the
// exponentials minus the maximum, and a selected element. Rows include infinities and NaN, for which the sum is NaN.
func TestSumsOfExponentialsOfLongRowsNeedOnePass(t *testing.T) {
	const columns = 9001
	f := parse(t, `func.func @main(%x: tensor<7x9001xf32>, %i: tensor<7x1xi64>) -> (tensor<7xf32>, tensor<7xf32>, tensor<7x1xf32>) {
  %0 = prim.amax %x dims [1] : tensor<7x9001xf32> -> tensor<7xf32>
  %1 = prim.expand_dims %0 dims [1] : tensor<7xf32> -> tensor<7x1xf32>
  %2 = prim.broadcast_in_dim %1 dims [0, 1] : tensor<7x1xf32> -> tensor<7x9001xf32>
  %3 = prim.sub %x, %2 : tensor<7x9001xf32>
  %4 = prim.exp %3 : tensor<7x9001xf32>
  %5 = prim.sum %4 dims [1] : tensor<7x9001xf32> -> tensor<7xf32>
  %6 = prim.gather %3, %i dim 1 : (tensor<7x9001xf32>, tensor<7x1xi64>) -> tensor<7x1xf32>
  return %0, %5, %6 : tensor<7xf32>, tensor<7xf32>, tensor<7x1xf32>
}`)
	inf := math.Inf(1)
	rows := []func(i int) float64{
		func(i int) float64 { return math.Sin(float64(i*i%1009)) * 20 },
		func(i int) float64 { return float64(i) / 100 }, // the maximum rises all along
		func(i int) float64 { return -float64(i) / 100 },
		func(int) float64 { return -inf },
		func(i int) float64 { return map[bool]float64{true: -inf, false: float64(i % 7)}[i < 8200] },
		func(i int) float64 { return map[bool]float64{true: inf, false: 1}[i == 5000] },
		func(i int) float64 { return map[bool]float64{true: math.NaN(), false: 1}[i == 8999] },
	}
	data, ids := make([]float32, 0, len(rows)*columns), make([]int64, len(rows))
	for r, row := range rows {
		for i := range columns {
			data = append(data, float32(row(i)))
		}
		ids[r] = int64(r * 1501 % columns)
	}
	x, err := tensors.Of(f.Context().F32(), data, len(rows), columns)
	if err != nil {
		t.Fatal(err)
	}
	i, err := tensors.Of(f.Context().I(64), ids, len(rows), 1)
	if err != nil {
		t.Fatal(err)
	}
	args := []*tensors.Tensor{x, i}
	want, err := tensors.Run(t.Context(), f, args, tensors.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := pass.NewPipeline("builtin.module").AddWith(fusion.Pass, &fusion.Options{Target: "gpu"})
	module := f.Parent()
	if err := p.Run(t.Context(), module, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	f, _ = fn.AsFunc(ir.LookupSymbol(module, "main"))
	device, err := models.Open(*deviceName)
	if err != nil {
		t.Fatal(err)
	}
	got, err := models.New(f, device, models.Options{}).Run(t.Context(), args)
	if err != nil {
		t.Fatal(err)
	}
	for k := range want {
		g, w := got[k].Floats(), want[k].Floats()
		for r := range w {
			if !(math.Abs(g[r]-w[r]) <= 1e-5*math.Abs(w[r])) && g[r] != w[r] && !(g[r] != g[r] && w[r] != w[r]) {
				t.Errorf("result %d of row %d is %v, want %v", k, r, g[r], w[r])
			}
		}
	}
	source := models.Sources(device)
	if n := strings.Count(source, "scf.for"); n != 1 {
		t.Errorf("%d loops, want 1:\n%s", n, source)
	}
}

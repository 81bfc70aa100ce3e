package models_test

import (
	"math"
	"testing"

	"github.com/girih-ir/girih/backend/tensors"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/internal/tensorgen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/kernel/models"
	"github.com/girih-ir/girih/lowering/tensors/fusion"
	"github.com/girih-ir/girih/pass"
)

func fused(t *testing.T, name string) (fn.Func, []*tensors.Tensor) {
	t.Helper()
	module, args := tensorgen.Model(t, name)
	p := pass.NewPipeline("builtin.module", fusion.Pass)
	if err := p.Run(t.Context(), module, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	f, _ := fn.AsFunc(ir.LookupSymbol(module, "main"))
	return f, args
}

// A model gives on the simulator, which runs its kernels in the memory that is planned, what it gives on the CPU.
func TestModelsComputeTheSameOnTheSimulator(t *testing.T) {
	for _, name := range []string{"mlp_small", "resnet18_small", "gpt_small", "gpt_step_small", "gpt_train_small"} {
		t.Run(name, func(t *testing.T) {
			f, args := fused(t, name)
			want, err := tensors.NewProgram(f).Run(t.Context(), args, tensors.Options{})
			if err != nil {
				t.Fatal(err)
			}
			device, err := models.Open("simulator")
			if err != nil {
				t.Fatal(err)
			}
			p := models.New(f, device, models.Options{Report: func(d *ir.Diagnostic) { t.Errorf("remark: %v", d) }})
			for range 2 { // the second time in memory that was used
				got, err := p.Run(t.Context(), args)
				if err != nil {
					t.Fatal(err)
				}
				for i := range want {
					closeTo(t, got[i], want[i])
				}
			}
		})
	}
}

func closeTo(t *testing.T, got, want *tensors.Tensor) {
	t.Helper()
	g, w := got.Floats(), want.Floats()
	largest := 0.0
	for _, v := range w {
		if a := math.Abs(v); a > largest { // and no NaN
			largest = a
		}
	}
	tolerance := 1e-4 * largest
	if prim.DtypeOf(want.Elem()) != prim.Float {
		tolerance = 0
	}
	for i := range w {
		if !(math.Abs(g[i]-w[i]) <= tolerance) && !(math.IsNaN(g[i]) && math.IsNaN(w[i])) {
			t.Fatalf("element %d is %v, want %v", i, g[i], w[i])
		}
	}
}

package gpu_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/gpu"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
)

func TestDefinitions(t *testing.T) { dialecttest.CheckDefinitions(t, gpu.Dialect, "barrier") }

func TestBarrierIsBuiltAndMayDoAnything(t *testing.T) {
	ctx := ir.NewContext(builtin.Dialect, fn.Dialect, arith.Dialect, gpu.Dialect)
	got := dialecttest.Body(t, ctx, nil, func(b *ir.Builder, _ []*ir.Value) {
		if op := gpu.NewBarrier(b); ir.HasNoEffect(op) || ir.IsTriviallyDead(op) {
			t.Error("a barrier can be erased")
		}
	})
	if want := "gpu.barrier\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

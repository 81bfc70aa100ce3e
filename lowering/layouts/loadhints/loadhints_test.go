package loadhints_test

import (
	"context"
	"testing"

	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/lowering/layouts/loadhints"
	"github.com/girih-ir/girih/pass"
)

// The next passes need not analyze a kernel once more that has got hints.
func TestFactsAboutKernelsWithHintsAreLeftToTheNextPasses(t *testing.T) {
	module, err := text.ParseString(registry.NewContext(), sums)
	if err != nil {
		t.Fatal(err)
	}
	asked := false
	p := pass.NewPipeline("builtin.module").Add(loadhints.Pass, &pass.Pass{Name: "asks",
		Run: func(ctx *pass.Context, op *ir.Operation) error {
			for kernel := range tile.Kernels(op) {
				_, asked = axisinfo.Facts.Cached(ctx, kernel.Operation)
			}
			return nil
		}})
	if err := p.Run(context.Background(), module, pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	if !asked {
		t.Error("nothing is known about the kernel")
	}
}

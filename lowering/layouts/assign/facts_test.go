package assign_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/axisinfo"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/importtt"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// The facts that the pass leaves to the next ones are those of a new analysis, also about values that it has made.
func TestFactsAreLeftToTheNextPasses(t *testing.T) {
	for seed := range uint64(longtest.Count(30, 250)) {
		p := &program{Rand: rand.New(rand.NewPCG(seed, 79))}
		m, err := girih.Parse("generated.mlir", []byte(p.kernel()))
		if err != nil {
			t.Fatal(err)
		}
		checkFacts(t, m)
	}
	files, err := filepath.Glob("../../../benchmarks/triton/recorded/*/kernel.ttir")
	if err != nil || len(files) == 0 {
		t.Fatal("no recorded kernels:", err)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := girih.Parse(file, source)
		if err != nil {
			t.Fatal(err)
		}
		if err := importtt.Convert(m.Operation()); err != nil {
			t.Fatal(err)
		}
		checkFacts(t, m)
	}
}

// checkFacts compares the facts that are cached after layouts are assigned with those of a new analysis.
func checkFacts(t *testing.T, m *girih.Module) {
	t.Helper()
	p := pipeline.New(pipeline.Layouts, pipeline.Options{SM: 90}).Add(&pass.Pass{Name: "compare",
		Run: func(ctx *pass.Context, op *ir.Operation) error {
			for kernel := range tile.Kernels(op) {
				kept, ok := axisinfo.Facts.Cached(ctx, kernel.Operation)
				if !ok {
					t.Error("nothing is known about the kernel")
					continue
				}
				compareFacts(t, kernel, kept, axisinfo.Analyze(kernel))
			}
			return nil
		}})
	if err := p.Run(context.Background(), m.Operation(), pass.RunOptions{}); err != nil {
		t.Fatal(err)
	}
}

func compareFacts(t *testing.T, kernel tile.Kernel, kept, fresh *axisinfo.Info) {
	t.Helper()
	kernel.Walk(func(op *ir.Operation) bool {
		for _, v := range op.Results() {
			if got, want := kept.Of(v), fresh.Of(v); !slices.Equal(got, want) {
				t.Errorf("%v: kept %v, analyzed %v", op, got, want)
			}
		}
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				for j, v := range b.Args() {
					if got, want := kept.Of(v), fresh.Of(v); !slices.Equal(got, want) {
						t.Errorf("argument %d of a block of %v: kept %v, analyzed %v", j, op, got, want)
					}
				}
			}
		}
		return true
	})
}

package stripmine_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/dialects/scf"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/stripmine"
)

// Random programs compute the same after everything that can be divided is divided.
func TestGeneratedProgramsComputeTheSameInStrips(t *testing.T) {
	loops, programs := 0, longtest.Count(40, 1500)
	divided := make(map[string]int)
	for seed := range uint64(programs) {
		module := tilegen.Generate(promotion.Triton, seed, func(g *tilegen.Generator) { g.Program() })
		m, err := girih.FromOperation(module)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Lower(context.Background(), girih.Strict); err != nil {
			continue // a division by zero among constants
		}
		args, want := arguments(t, module.Context())
		wantErr := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...)
		before := m.String()
		stripmine.DivideAll(kernelOf(m))
		if err := ir.Verify(module, nil); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, m)
		}
		loops += countLoops(m)
		module.Walk(func(op *ir.Operation) bool {
			if op.Parent() != nil && op.Parent().Is(&scf.ForOp) {
				divided[op.Name()]++
			}
			return true
		})
		args, got := arguments(t, module.Context())
		if err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, args...); (err == nil) != (wantErr == nil) {
			t.Fatalf("seed %d: error %v, want %v\n%s\n%s", seed, err, wantErr, before, m)
		} else if err != nil {
			continue
		}
		sameArrays(t, fmt.Sprintf("seed %d", seed), before+m.String(), want, got)
	}
	t.Logf("%d loops, with %v", loops, divided)
	if loops < programs/4 {
		t.Errorf("only %d loops were made", loops)
	}
}

// arguments returns an input and an output array of each element type. All elements of the outputs are undefined.
func arguments(t *testing.T, ctx *ir.Context) (args, outputs []any) {
	t.Helper()
	elems := tilegen.Elements(ctx)
	for seed, elem := range elems {
		r := rand.New(rand.NewPCG(uint64(seed), 2))
		a, err := interp.Filled(elem, []int64{tilegen.Size}, func(int) float64 { return float64(r.IntN(12)+2) / 2 })
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, a)
	}
	for _, elem := range elems {
		a, err := interp.NewArray(elem, tilegen.Size*tilegen.Values)
		if err != nil {
			t.Fatal(err)
		}
		args, outputs = append(args, a), append(outputs, a)
	}
	return args, outputs
}

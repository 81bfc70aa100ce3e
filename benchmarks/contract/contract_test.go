package main

import (
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/strict/contractions"
)

// Every problem is a contraction that accepts its sizes, and a kernel divides it into tiles.
func TestProblemsAreContractions(t *testing.T) {
	names := map[string]bool{}
	for _, p := range problems() {
		if names[p.Name] {
			t.Errorf("two problems are named %s", p.Name)
		}
		names[p.Name] = true
		if p.flops() < 1e6 {
			t.Errorf("%s has %g operations", p.Name, p.flops())
		}
		module, err := girih.Parse("k.mlir", []byte(p.Kernel(p.Types, einsums.Options{})))
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		module.Operation().Walk(func(op *ir.Operation) bool {
			if op.Is(&tile.Contract) {
				if n, err := contractions.Tiles(op, contractions.Options{NumWarps: 4, Boxes: true}); err != nil || n < 1 {
					t.Errorf("%s: %d tiles, %v", p.Name, n, err)
				}
			}
			return true
		})
	}
}

// A product of matrices of the same sizes has as many operations as the contraction.
func TestProductsHaveTheSizesOfContractions(t *testing.T) {
	list, products := problems(), problems()
	if err := asProducts(products); err != nil {
		t.Fatal(err)
	}
	for i, p := range products {
		if p.Name != list[i].Name || p.flops() != list[i].flops() {
			t.Errorf("%s of %g operations instead of %s of %g", p.Name, p.flops(), list[i].Name, list[i].flops())
		}
	}
}

// The expected results come from the definition. This checks it for an element of a product, and of a convolution with
// padding.
func TestElementsAreDefinedByTheEquation(t *testing.T) {
	numbers := func(i int64) float64 { return float64(i + 1) }
	for _, test := range []struct {
		c    einsums.Case
		i    int64
		want float64
	}{
		{einsums.Case{Equation: "mk,kn->mn", A: s(2, 2), B: s(2, 2), C: s(2, 2)}, 1, 1*2 + 2*4},
		{einsums.Case{Equation: "(h+r-1),r->h", A: s(3), B: s(2), C: s(3), Padded: true}, 0, 1 * 2},
		{einsums.Case{Equation: "(h+t[r]),r->h", A: s(3), B: s(2), C: s(2),
			Tables: map[string]contract.Table{"t": vector(1, 0)}}, 1, 3*1 + 2*2},
	} {
		sum, size, err := define(&test.c, test.i, numbers, numbers)
		if err != nil || sum != test.want || size != test.want {
			t.Errorf("%s: %v, %v, %v, want %v", test.c.Equation, sum, size, err, test.want)
		}
	}
}

package contractions_test

import (
	"context"
	"errors"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/ir"
)

// A verified kernel is either lowered or rejected with a diagnostic, whatever its equation and sizes are.
func FuzzLower(f *testing.F) {
	for _, row := range einsums.Rows() {
		var sizes []byte
		for _, shape := range [][]int64{row.A, row.B, row.C} {
			for _, n := range shape {
				sizes = append(sizes, byte(n))
			}
		}
		f.Add(row.Equation, sizes, row.Padded, false)
		f.Add(row.Equation, sizes, !row.Padded, true)
	}
	f.Fuzz(func(t *testing.T, equation string, sizes []byte, padded, dynamic bool) {
		eq, err := contract.Parse(equation)
		if err != nil || len(equation) > 200 {
			return
		}
		c := einsums.Case{Equation: equation, Padded: padded, Tables: map[string]contract.Table{}}
		for i, axes := range [][]contract.Axis{eq.A, eq.B, eq.C} {
			shape := make([]int64, len(axes))
			for d := range shape {
				if shape[d] = 1; len(sizes) > 0 {
					shape[d], sizes = int64(sizes[0])%32, sizes[1:]
				}
			}
			*[]*[]int64{&c.A, &c.B, &c.C}[i] = shape
			for _, axis := range axes {
				contract.Reads(axis.Expr, func(r *contract.Read) {
					table := contract.Table{Shape: []int64{}, Data: []int64{}}
					n := int64(1)
					for range r.Indices {
						table.Shape = append(table.Shape, 3)
						n *= 3
					}
					for k := range min(n, 1<<10) {
						table.Data = append(table.Data, k%5-1)
					}
					if n <= 1<<10 {
						c.Tables[r.Table] = table
					}
				})
			}
		}
		source := c.Kernel(einsums.Types{A: "f32", B: "f32", C: "f32"}, einsums.Options{Dynamic: dynamic})
		m, err := girih.Parse("k.mlir", []byte(source))
		if err == nil {
			err = m.Lower(context.Background(), girih.Strict)
		}
		var located *ir.Diagnostic
		if err != nil && !errors.As(err, &located) {
			t.Fatalf("%v\n%s", err, source)
		}
	})
}

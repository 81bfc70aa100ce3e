package interp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/ir"
)

// contracted runs a kernel @k on arrays of small numbers and returns them; the last one is the result.
func contracted(t *testing.T, source string, grid interp.Grid, c *einsums.Case, types einsums.Types, fill float64) (
	[3]*interp.Array, error) {
	t.Helper()
	m, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	r, arrays := rand.New(rand.NewPCG(1, 2)), [3]*interp.Array{}
	for i, shape := range [][]int64{c.A, c.B, c.C} {
		elem := m.Operation().Context().Float([]string{types.A, types.B, types.C}[i])
		arrays[i], err = interp.Filled(elem, shape, func(int) float64 {
			if i == 2 {
				return fill
			}
			return float64(r.IntN(9) - 4)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return arrays, m.Execute(context.Background(), "k", grid, arrays[0], arrays[1], arrays[2])
}

// at returns an element; zero outside of the array.
func at(a *interp.Array, index ...int64) float64 {
	i := int64(0)
	for d, x := range index {
		if x < 0 || x >= a.Shape()[d] {
			return 0
		}
		i = i*a.Shape()[d] + x
	}
	return a.Float64(int(i))
}

// loops computes some of the contractions by handwritten loops: the sum for element i of the output.
var loops = map[string]func(a, b *interp.Array, i []int64) (sum float64){
	"km,kn->mn": func(a, b *interp.Array, i []int64) (sum float64) {
		for k := range int64(5) {
			sum += at(a, k, i[0]) * at(b, k, i[1])
		}
		return sum
	},
	"nths, hes -> nhte": func(a, b *interp.Array, i []int64) (sum float64) {
		for s := range int64(4) {
			sum += at(a, i[0], i[2], i[1], s) * at(b, i[1], i[3], s)
		}
		return sum
	},
	"nc(h+r-1)(w+s-1),kcrs->nkhw": func(a, b *interp.Array, i []int64) (sum float64) {
		for c := range int64(2) {
			for r := range int64(3) {
				for s := range int64(3) {
					sum += at(a, i[0], c, i[2]+r-1, i[3]+s-1) * at(b, i[1], c, r, s)
				}
			}
		}
		return sum
	},
	"nc(h + sh[c])(w + sw[c]), ck -> nkhw": func(a, b *interp.Array, i []int64) (sum float64) {
		for c, shift := range [][2]int64{{0, 0}, {1, 0}, {-1, 1}, {0, -1}} {
			sum += at(a, i[0], int64(c), i[2]+shift[0], i[3]+shift[1]) * at(b, int64(c), i[1])
		}
		return sum
	},
	"ijma,mkbc->abcijk": func(a, b *interp.Array, i []int64) (sum float64) {
		for m := range int64(4) {
			sum += at(a, i[3], i[4], m, i[0]) * at(b, m, i[5], i[1], i[2])
		}
		return sum
	},
}

func TestContractionsAreTheirLoops(t *testing.T) {
	seen := 0
	for _, row := range einsums.Rows() {
		loop := loops[row.Equation]
		if loop == nil {
			continue
		}
		seen++
		types := einsums.Types{A: "f16", B: "f16", C: "f32"}
		for _, grid := range []interp.Grid{{1, 1, 1}, {3, 2, 2}} {
			arrays, err := contracted(t, row.Kernel(types, einsums.Options{}), grid, &row.Case, types, -1)
			if err != nil {
				t.Fatal(err)
			}
			index := make([]int64, len(row.C))
			for i := range arrays[2].Len() {
				rest := int64(i)
				for d, n := range slices.Backward(row.C) {
					index[d], rest = rest%n, rest/n
				}
				if got, want := arrays[2].Float64(i), loop(arrays[0], arrays[1], index); got != want {
					t.Fatalf("%s on %v: element %v is %v, want %v", row.Equation, grid, index, got, want)
				}
			}
		}
	}
	if seen != len(loops) {
		t.Errorf("%d of %d loops belong to a row", seen, len(loops))
	}
}

// Tables in arrays, and sizes that are known only at run time, mean the same as constants.
func TestContractionsOfOpenSizesAreThoseOfKnownOnes(t *testing.T) {
	for _, row := range einsums.Rows() {
		types := einsums.Types{A: "f64", B: "f64", C: "f64"}
		known, err := contracted(t, row.Kernel(types, einsums.Options{}), interp.Grid{1, 1, 1}, &row.Case, types, -1)
		if err != nil {
			t.Fatal(err)
		}
		source := row.Kernel(types, einsums.Options{Dynamic: true})
		open, err := contracted(t, source, interp.Grid{4, 1, 1}, &row.Case, types, -1)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(known[2].Float64s(), open[2].Float64s()) {
			t.Errorf("%s: %v, and with open sizes %v", row.Equation, known[2].Float64s(), open[2].Float64s())
		}
	}
}

// If several sums contribute to one element, each is added to it, whichever program computes it. Elements outside are
// skipped.
func TestContractionsAddToTheElementsThatAnOutputExpressionNames(t *testing.T) {
	c := einsums.Case{Equation: "h,r->(h+r-1)", A: []int64{3}, B: []int64{2}, C: []int64{3}}
	types := einsums.Types{A: "f32", B: "f32", C: "f32"}
	a, err := contracted(t, c.Kernel(types, einsums.Options{}), interp.Grid{2, 1, 1}, &c, types, 10)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(3) {
		want := 10 + at(a[0], i)*at(a[1], 1) + at(a[0], i+1)*at(a[1], 0)
		if got := at(a[2], i); got != want {
			t.Errorf("element %d is %v, want %v", i, got, want)
		}
	}
}

func TestContractionsOfNothingAreZero(t *testing.T) {
	c := einsums.Case{Equation: "mk,kn->mn", A: []int64{2, 0}, B: []int64{0, 3}, C: []int64{2, 3}}
	types := einsums.Types{A: "f16", B: "f16", C: "f16"}
	a, err := contracted(t, c.Kernel(types, einsums.Options{}), interp.Grid{1, 1, 1}, &c, types, 7)
	if err != nil || !slices.Equal(a[2].Float64s(), make([]float64, 6)) {
		t.Errorf("got %v, %v", a[2].Float64s(), err)
	}
}

// An invalid contraction is an error before anything is written.
func TestContractionsThatCannotBeAreRefusedAsAWhole(t *testing.T) {
	types := einsums.Types{A: "f32", B: "f32", C: "f32"}
	table := einsums.Rows()[18].Tables // the table of the sparse filter
	for name, test := range map[string]struct {
		c    einsums.Case
		is   error
		want string
	}{
		"extents": {einsums.Case{Equation: "mk,kn->mn", A: []int64{2, 3}, B: []int64{4, 5}, C: []int64{2, 5}},
			interp.ErrArgument, "letter 'k' has extent 4 by dimension 0 of B, but 3 elsewhere"},
		"outside": {einsums.Case{Equation: "(h+r),r->h", A: []int64{4}, B: []int64{3}, C: []int64{3}},
			interp.ErrOutOfBounds,
			"axis 0 of lhs is read at index 4, but its size is 4; use 'zero' in lhs_outside for padding"},
		"before": {einsums.Case{Equation: "(h+r-1),r->h", A: []int64{4}, B: []int64{2}, C: []int64{3}},
			interp.ErrOutOfBounds, "axis 0 of lhs is read at index -1"},
		"short table": {einsums.Case{Equation: "(h+oh[x]),x->h", A: []int64{9}, B: []int64{4}, C: []int64{2}, Tables: table},
			interp.ErrArgument, "index 0 of 'oh[x]' is 3, but the dimension has size 3"},
		"overflow": {einsums.Case{Equation: "(h+9223372036854775807*r),r->h", A: []int64{9}, B: []int64{4}, C: []int64{2}},
			interp.ErrArgument, "the index does not fit in 64 bits"},
	} {
		source := test.c.Kernel(types, einsums.Options{Dynamic: true})
		a, err := contracted(t, source, interp.Grid{1, 1, 1}, &test.c, types, -1)
		var located *ir.Diagnostic
		if !errors.Is(err, test.is) || !errors.As(err, &located) || !strings.Contains(fmt.Sprint(err), test.want) {
			t.Errorf("%s: got %v, want %q", name, err, test.want)
		}
		if a[2].Written() {
			t.Errorf("%s: something was written", name)
		}
	}
}

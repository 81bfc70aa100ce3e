package contractions_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/registry"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/dialects/tile/promotion"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

// gradients returns a module whose kernels compute the gradients of both operands. A gradient may consist of several
// contractions, its parts. The arguments of a kernel are the two operands of its contraction and the gradient.
func gradients(t *testing.T, c *einsums.Case, dynamic bool) (source []byte, parts [2]int, scatters bool) {
	t.Helper()
	eq, err := contract.Parse(c.Equation)
	if err != nil {
		t.Fatal(err)
	}
	e, err := eq.Extents(c.A, c.B, c.C, c.Tables)
	if err != nil {
		t.Fatal(err)
	}
	outside := c.Outside()
	ofA, err := eq.GradientA(e, c.Tables, slices.Repeat([]bool{true}, outside[1]))
	if err != nil {
		t.Fatalf("%s: %v", c.Equation, err)
	}
	ofB, err := eq.GradientB(c.Tables, slices.Repeat([]bool{true}, outside[0]))
	if err != nil {
		t.Fatalf("%s: %v", c.Equation, err)
	}
	ctx := registry.NewContext()
	array := func(shape []int64) ir.Type {
		if dynamic {
			open := make([]int64, len(shape))
			for i := range open {
				open[i] = ir.Dynamic
			}
			return tile.Array(ctx, open, ctx.F64(), nil)
		}
		return tile.Array(ctx, shape, ctx.F64(), prim.Contiguous(shape))
	}
	b := ir.NewBuilder(ctx)
	m := builtin.NewModule(b, "")
	m.SetAttr(tile.SemanticsName, tile.Semantics(ctx, promotion.Triton))
	for i, list := range [2][]contract.Gradient{ofA, {*ofB}} {
		for n, g := range list {
			scatters = scatters || i == 0 && g.Equation.Scatters()
			shapes := [2][][]int64{{c.C, c.B, c.A}, {c.A, c.C, c.B}}[i]
			k := tile.NewKernel(b.AtEnd(m.Body()), fmt.Sprintf("k%d_%d", i, n), array(shapes[0]), array(shapes[1]),
				array(shapes[2]))
			args := k.Entry().Args()
			_, err := tile.NewGradient(b.AtEnd(k.Entry()), &g, args[0], args[1], args[2], tile.ContractOptions{})
			if err != nil {
				t.Fatal(err)
			}
			tile.NewReturn(b)
		}
		parts[i] = len(list)
	}
	if err := ir.Verify(m.Operation, nil); err != nil {
		t.Fatalf("%s: %v\n%s", c.Equation, err, text.Print(m.Operation, text.Options{}))
	}
	return text.Print(m.Operation, text.Options{}), parts, scatters
}

// checkGradients compares gradients with finite differences, which are exact as a contraction is linear in either
// operand.
func checkGradients(t *testing.T, c *einsums.Case, dynamic bool) (scatters bool) {
	source, parts, scatters := gradients(t, c, dynamic)
	elems := ir.NewContext()
	random := rand.New(rand.NewPCG(5, 6))
	filled := func(shape []int64, f func(i int) float64) *interp.Array {
		a, err := interp.Filled(elems.F64(), shape, f)
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	small := func(int) float64 { return float64(random.IntN(9) - 4) }
	operands, direction := [2]*interp.Array{filled(c.A, small), filled(c.B, small)}, filled(c.C, small)
	parsed := func() *girih.Module {
		m, err := girih.Parse("gradients.mlir", source)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		return m
	}
	m := parsed()
	program, err := parsed().Compile(context.Background(), girih.CompileOptions{NumWarps: 1})
	if err != nil {
		t.Fatalf("%s: %v", c.Equation, err)
	}
	opts := &run{options: einsums.Options{Dynamic: dynamic}}
	for i := range 2 {
		shape := operands[i].Shape()
		factors := [2]*interp.Array{direction, operands[1]}
		if i == 1 {
			factors = [2]*interp.Array{operands[0], direction}
		}
		got, threads := filled(shape, func(int) float64 { return 0 }), filled(shape, func(int) float64 { return 0 })
		for n := range parts[i] {
			name := fmt.Sprintf("k%d_%d", i, n)
			if err := m.Execute(context.Background(), name, interp.Grid{2, 1, 1}, factors[0], factors[1], got); err != nil {
				t.Fatalf("%s: %v\n%s", c.Equation, err, source)
			}
			var args []any
			for _, a := range []*interp.Array{factors[0], factors[1], threads} {
				args = append(args, opts.arguments(a)...)
			}
			if _, err := program.Execute(context.Background(), name, simt.Launch{Grid: [3]int32{2, 1, 1}}, args...); err != nil {
				t.Fatalf("%s: %v\n%s", c.Equation, err, source)
			}
		}
		stride := longtest.Count(1+got.Len()/4, 1) // each element takes a run of the contraction
		for at := 0; at < got.Len(); at += stride {
			want := difference(t, c, operands, direction, i, at)
			if got.Float64(at) != want || threads.Float64(at) != want {
				t.Fatalf("%s: gradient of operand %d, element %d: %v, and %v by threads, want %v\n%s", c.Equation, i, at,
					got.Float64(at), threads.Float64(at), want, source)
			}
		}
	}
	return scatters
}

// difference returns the finite difference, with respect to an element of an operand, of the sum of the output's
// elements times the elements of direction.
func difference(t *testing.T, c *einsums.Case, operands [2]*interp.Array, direction *interp.Array, i, at int) float64 {
	t.Helper()
	m, err := girih.Parse("k.mlir", []byte(c.Kernel(einsums.Types{A: "f64", B: "f64", C: "f64"}, einsums.Options{})))
	if err != nil {
		t.Fatal(err)
	}
	var sums [2]float64
	before := operands[i].Float64(at)
	defer operands[i].SetFloat64(at, before)
	for n, h := range [2]float64{-1, 1} {
		operands[i].SetFloat64(at, before+h)
		out, err := interp.NewArray(direction.Elem(), direction.Shape()...)
		if err == nil {
			err = m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, operands[0], operands[1], out)
		}
		if err != nil {
			t.Fatal(err)
		}
		for k := range out.Len() {
			sums[n] += out.Float64(k) * direction.Float64(k)
		}
	}
	return (sums[1] - sums[0]) / 2
}

func TestGradientsAreFiniteDifferences(t *testing.T) {
	for i, row := range einsums.Rows() {
		if !longtest.Includes(i+2, 3) {
			continue
		}
		t.Run(row.Equation, func(t *testing.T) {
			t.Parallel()
			scatters := checkGradients(t, &row.Case, i%2 == 0)
			// These equations have a table of an outer letter, or tables of two letters of which one is in the
			// gradient.
			if want := i == 21 || i == 19; scatters != want {
				t.Errorf("the gradient scatters: %t, want %t", scatters, want)
			}
		})
	}
}

// Gradients of convolutions with strides have one part for each remainder of the stride. Some parts are empty.
func TestGradientsOfStridesHavePartsForEachRemainder(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "(3*h+r),r->h", A: []int64{12}, B: []int64{4}, C: []int64{3}},
		{Equation: "(3*h+r),r->h", A: []int64{8}, B: []int64{2}, C: []int64{3}},
		{Equation: "(2*h),->h", A: []int64{6}, B: []int64{}, C: []int64{3}},
		{Equation: "(5-2*h+2*r-1),r->h", A: []int64{9}, B: []int64{3}, C: []int64{3}},
		{Equation: "b(2*h+3*r-1),rn->nbh", A: []int64{2, 7}, B: []int64{3, 2}, C: []int64{2, 2, 4}, Padded: true},
		{Equation: "(2*h+r+s),rs->h", A: []int64{9}, B: []int64{2, 3}, C: []int64{3}},
		{Equation: "(h+w+r),r->hw", A: []int64{9}, B: []int64{2}, C: []int64{3, 4}},
		{Equation: "(b*m+k),bkn->bmn", A: []int64{6}, B: []int64{2, 3, 2}, C: []int64{2, 4, 2}},
	} {
		for _, dynamic := range []bool{false, true} {
			checkGradients(t, &c, dynamic)
		}
	}
}

func TestGradientsOfGeneratedContractionsAreFiniteDifferences(t *testing.T) {
	for seed := range longtest.Count(10, 300) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			c := einsums.Generate(rand.New(rand.NewPCG(uint64(seed), 23)))
			if einsums.Count(c.A)+einsums.Count(c.B) < 150 { // a run of the contraction for each element
				checkGradients(t, &c, seed%2 == 0)
			}
		})
	}
}

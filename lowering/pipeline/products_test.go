package pipeline_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/internal/tilegen"
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/pass"
)

// productTargets are targets with different instructions for products. sm_90a is repeated, since it has the most.
var productTargets = append(
	[]girih.CompileOptions{{SM: 75}, {SM: 80}, {SM: 89}, {SM: 90}, {SM: 100, ArchSpecific: true}},
	slices.Repeat([]girih.CompileOptions{{SM: 90, ArchSpecific: true}}, 6)...)

// Generated programs have products in loops and branches, between other operations, and of the results of other
// products, with all types and with arrays of any size. The simulator, in which asynchronous copies complete in random
// order, computes the same bits for the lowered program as the reference executor for the source. No program is
// skipped.
func TestGeneratedProductsComputeWhatTheReferenceExecutorDoes(t *testing.T) {
	const parts = 4
	programs := longtest.Count(16, 2000)
	var routes [parts]map[string]int
	t.Run("parts", func(t *testing.T) {
		for part := range parts {
			routes[part] = make(map[string]int)
			t.Run(fmt.Sprint(part), func(t *testing.T) {
				t.Parallel()
				for seed := part; seed < programs; seed += parts {
					routes[part][generatedProducts(t, uint64(seed))]++
				}
			})
		}
	})
	for _, route := range []string{"copies", "warp groups", "warps", "multiply-adds"} {
		n := 0
		for _, counts := range routes {
			n += counts[route]
		}
		if n == 0 {
			t.Errorf("no program computes products by %s: %v", route, routes)
		}
	}
}

// generatedProducts compares the results of the program for a seed, and returns the instructions that compute its
// products.
func generatedProducts(t *testing.T, seed uint64) (route string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 16))
	opts, rows := productTargets[r.IntN(len(productTargets))], int64(1)
	opts.NumWarps = []int{1, 2, 4, 4, 8, 8}[r.IntN(6)]
	if opts.SM == 90 && opts.ArchSpecific && opts.NumWarps >= 4 {
		rows = 64 // the rows of a product of warp groups
	}
	p := tilegen.MakeProducts(r, rows)
	opts.RotateProducts, opts.NoProducerWarp = r.IntN(3) == 0, r.IntN(2) == 0
	opts.Turns = []string{"auto", "always", "never"}[r.IntN(3)]
	opts.Persistent = []string{"auto", "always", "never"}[r.IntN(3)]
	opts.AllowSpills, opts.CheckConvergence = true, true
	route, err := compareProducts(p, opts, seed)
	if err != nil {
		t.Fatalf("seed %d: %s with %+v, of %v: %v\n%s", seed, p.Kind, opts, p.Arrays, err, p.Text)
	}
	return route
}

// expectedProducts runs a program in the reference executor. It returns the module, its arrays after the execution, and
// arrays with the contents before it.
func expectedProducts(p tilegen.Products, seed uint64) (m *girih.Module, want, given []*interp.Array, err error) {
	if m, err = girih.Parse("products.mlir", []byte(p.Text)); err != nil {
		return nil, nil, nil, err
	}
	if want, err = productArrays(m, p, seed); err != nil {
		return nil, nil, nil, err
	}
	if given, err = productArrays(m, p, seed); err != nil {
		return nil, nil, nil, err
	}
	var views []any
	for i, a := range p.Arrays {
		v, err := want[i].View(0, a.Shape, a.Strides)
		if err != nil {
			return nil, nil, nil, err
		}
		views = append(views, v)
	}
	if err := m.Execute(context.Background(), "products", interp.Grid(p.Grid), views...); err != nil {
		return nil, nil, nil, fmt.Errorf("reference: %w", err)
	}
	return m, want, given, nil
}

// compareProducts runs a program in both executors and compares the outputs.
func compareProducts(p tilegen.Products, opts girih.CompileOptions, seed uint64) (road string, err error) {
	m, want, got, err := expectedProducts(p, seed)
	if err != nil {
		return "", err
	}
	var flat []any
	for i, a := range p.Arrays {
		flat = append(flat, got[i], int32(a.Shape[0]), int32(a.Shape[1]), int32(a.Strides[a.Along]))
	}
	// Compile only verifies what the last pass leaves.
	program, err := m.CompileBy(context.Background(), pipeline.New(pipeline.Threads, opts), pass.RunOptions{Verify: true})
	if err != nil {
		return "", err
	}
	launch := simt.Launch{Grid: p.Grid, Seed: seed}
	if _, err := program.Execute(context.Background(), "products", launch, flat...); err != nil {
		return "", err
	}
	for i, a := range p.Arrays {
		for at := range want[i].Len() {
			if a.Output && got[i].Bits(at) != want[i].Bits(at) {
				return "", fmt.Errorf("element %d of array %d is %v, want %v", at, i, got[i].Float64(at), want[i].Float64(at))
			}
		}
	}
	return routeOf(program.String()), nil
}

// routeOf returns which instructions a program uses for products.
func routeOf(text string) string {
	for _, r := range [][2]string{{"nvvm.cp.async.bulk.tensor", "copies"}, {"nvvm.wgmma.mma_async", "warp groups"},
		{"nvvm.mma.sync", "warps"}} {
		if strings.Contains(text, r[0]) {
			return r[1]
		}
	}
	return "multiply-adds"
}

// productArrays makes the arrays of a program.
func productArrays(m *girih.Module, p tilegen.Products, seed uint64) (list []*interp.Array, err error) {
	types := m.Operation().Context()
	for i, a := range p.Arrays {
		r := rand.New(rand.NewPCG(seed, uint64(i)))
		t := types.Float(a.Elem)
		one, err := (*interp.Array)(nil), error(nil)
		fill := func(int) float64 { return float64(max(-1, min(1, r.IntN(7)-3))) * float64(r.IntN(2)) }
		if a.Output {
			fill = func(int) float64 { return 1 }
		}
		switch a.Elem {
		case "i8", "i32":
			one, err = interp.Filled(types.I(map[string]uint32{"i8": 8, "i32": 32}[a.Elem]), []int64{a.Room()}, fill)
		default:
			one, err = interp.Filled(t, []int64{a.Room()}, fill)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

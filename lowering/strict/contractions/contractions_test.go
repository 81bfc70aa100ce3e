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
	"github.com/girih-ir/girih/dialects/prim"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
	"github.com/girih-ir/girih/ir"
)

// run is a kernel @k with its arguments. Elements are small integers, so that all sums are exact.
type run struct {
	t       *testing.T
	c       *einsums.Case
	types   einsums.Types
	options einsums.Options
	elems   *ir.Context
}

func newRun(t *testing.T, c *einsums.Case, types einsums.Types, o einsums.Options) *run {
	return &run{t, c, types, o, ir.NewContext()}
}

func (r *run) module() *girih.Module {
	r.t.Helper()
	source := r.c.Kernel(r.types, r.options)
	m, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		r.t.Fatalf("%v\n%s", err, source)
	}
	return m
}

// arrays returns the arguments; the third one is the output.
func (r *run) arrays() (out []*interp.Array) {
	r.t.Helper()
	random := rand.New(rand.NewPCG(3, 4))
	add := func(elem ir.Type, shape []int64, f func(i int) float64) {
		a, err := interp.Filled(elem, shape, f)
		if err != nil {
			r.t.Fatal(err)
		}
		out = append(out, a)
	}
	for i, shape := range [][]int64{r.c.A, r.c.B, r.c.C} {
		elem := r.elem([]string{r.types.A, r.types.B, r.types.C}[i])
		add(elem, shape, func(int) float64 {
			if i == 2 {
				return 5
			}
			return float64(random.IntN(9) - 4)
		})
	}
	if r.options.TablesAsArrays {
		for _, name := range r.c.TableNames() {
			t := r.c.Tables[name]
			add(r.elems.I(32), t.Shape, func(i int) float64 { return float64(t.Data[i]) })
		}
	}
	return out
}

func (r *run) elem(name string) ir.Type {
	if name[0] == 'i' {
		var width uint32
		fmt.Sscanf(name, "i%d", &width)
		return r.elems.I(width)
	}
	return r.elems.Float(name)
}

// execute runs the kernel, before it is lowered, in the reference executor.
func (r *run) execute(grid interp.Grid) *interp.Array {
	r.t.Helper()
	arrays := r.arrays()
	var args []any
	for _, a := range arrays {
		args = append(args, a)
	}
	if err := r.module().Execute(context.Background(), "k", grid, args...); err != nil {
		r.t.Fatalf("%s: %v", r.c.Equation, err)
	}
	return arrays[2]
}

// arguments returns the arguments that replace an array in a kernel whose arrays are lowered: the address, and the
// dynamic sizes and strides.
func (r *run) arguments(a *interp.Array) []any {
	args := []any{a}
	if r.options.Dynamic {
		for _, numbers := range [][]int64{a.Shape(), prim.Contiguous(a.Shape())} {
			for _, n := range numbers {
				args = append(args, n)
			}
		}
	}
	return args
}

// strict lowers the kernel to loops over tiles and runs it in the reference executor.
func (r *run) strict(grid interp.Grid) *interp.Array {
	r.t.Helper()
	m, arrays := r.module(), r.arrays()
	if err := m.Lower(context.Background(), girih.Strict); err != nil {
		r.t.Fatalf("%s: %v", r.c.Equation, err)
	}
	var args []any
	for _, a := range arrays {
		args = append(args, a)
	}
	if err := m.Execute(context.Background(), "k", grid, args...); err != nil {
		r.t.Fatalf("%s: %v\n%s", r.c.Equation, err, m)
	}
	return arrays[2]
}

// threads compiles the kernel and runs its threads in the simulator.
func (r *run) threads(grid [3]int32, o girih.CompileOptions) *interp.Array {
	r.t.Helper()
	arrays := r.arrays()
	program, err := r.module().Compile(context.Background(), o)
	if err != nil {
		r.t.Fatalf("%s: %v", r.c.Equation, err)
	}
	var args []any
	for i, a := range arrays {
		if i == 1 && r.options.KnownB {
			args = append(args, a)
			continue
		}
		args = append(args, r.arguments(a)...)
	}
	if _, err := program.Execute(context.Background(), "k", simt.Launch{Grid: grid}, args...); err != nil {
		r.t.Fatalf("%s: %v", r.c.Equation, err)
	}
	return arrays[2]
}

// same checks that the kernel computes the same before it is lowered, as loops over tiles, and in the simulator.
func (r *run) same(grid [3]int32, o girih.CompileOptions) {
	r.t.Helper()
	want := r.execute(interp.Grid{1, 1, 1}).Float64s()
	if got := r.strict(interp.Grid(grid)).Float64s(); !slices.Equal(got, want) {
		r.t.Errorf("%s of %v by %v: tiles give\n%v, want\n%v", r.c.Equation, r.c.A, r.c.B, got, want)
	}
	if got := r.threads(grid, o).Float64s(); !slices.Equal(got, want) {
		r.t.Errorf("%s of %v by %v: threads give\n%v, want\n%v", r.c.Equation, r.c.A, r.c.B, got, want)
	}
}

// elements are the element types of factors and results.
var elements = []einsums.Types{
	{A: "f16", B: "f16", C: "f16"}, {A: "bf16", B: "bf16", C: "f32"}, {A: "f32", B: "f32", C: "f32"},
	{A: "f64", B: "f64", C: "f64"},
}

func TestTilesOfAllFormsAreTheDefinition(t *testing.T) {
	for i, row := range einsums.Rows() {
		t.Run(row.Equation, func(t *testing.T) {
			t.Parallel()
			for k, types := range elements {
				if !longtest.Includes(i+k, len(elements)) {
					continue
				}
				grid := [][3]int32{{1, 1, 1}, {3, 1, 1}, {2, 2, 2}}[(i+k)%3]
				newRun(t, &row.Case, types, einsums.Options{}).same(grid, girih.CompileOptions{NumWarps: 1 + k%2})
			}
			if !longtest.Includes(i, 6) {
				return
			}
			open := einsums.Options{Dynamic: true, TablesAsArrays: true}
			newRun(t, &row.Case, elements[i%4], open).same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 1})
			filter := einsums.Options{Dynamic: true, KnownB: true}
			newRun(t, &row.Case, elements[(i+2)%4], filter).same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 1})
			constants := einsums.Options{Dynamic: true, Extra: "shape = array<i64: 4, 8, 2>"}
			newRun(t, &row.Case, elements[(i+1)%4], constants).same([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: 1})
		})
	}
}

// Long sums consist of several tiles, of which the first one may be shorter. They are equal to the definition.
func TestTilesOfLongSumsAreTheDefinition(t *testing.T) {
	for _, row := range einsums.Rows() {
		o := einsums.Options{Extra: "shape = array<i64: 4, 2, 2>"}
		newRun(t, &row.Case, elements[2], o).same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 1})
	}
}

// With few tiles and long sums, warps compute parts of sums, which are added up finally.
func TestPartsOfSumsAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "lki,kjl->ji", A: []int64{13, 7, 24}, B: []int64{7, 40, 13}, C: []int64{40, 24}},
		{Equation: "mk,kn->mn", A: []int64{9, 300}, B: []int64{300, 17}, C: []int64{9, 17}},
		{Equation: "nhwk,n(h+r)(w+s)c->krsc", A: []int64{2, 10, 11, 8}, B: []int64{2, 12, 13, 4}, C: []int64{8, 3, 3, 4}},
		{Equation: "lik,jkl->ji", A: []int64{32, 24, 16}, B: []int64{40, 16, 32}, C: []int64{40, 24}},
		{Equation: "bk(h-r),bh->bkr", A: []int64{2, 5, 70}, B: []int64{2, 70}, C: []int64{2, 5, 4}, Padded: true},
	} {
		for k, types := range append(elements, einsums.Types{A: "i8", B: "i8", C: "i32"}) {
			if !longtest.Includes(i+k, 6) {
				continue
			}
			run := newRun(t, &c, types, einsums.Options{})
			run.same([3]int32{1 + int32(k%2), 1, 1}, girih.CompileOptions{NumWarps: 4 << ((i + k) % 2)})
		}
	}
}

// The operands are contiguous along different letters of K, so tiles have several values of both letters (crossed
// runs).
func TestRunsAlongTwoLettersAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "jnim,kmln->lkji", A: []int64{3, 8, 5, 16}, B: []int64{4, 16, 9, 8}, C: []int64{9, 4, 3, 5}},
		{Equation: "h(n+1)i(m-1),mln->lhi", A: []int64{3, 9, 5, 16}, B: []int64{16, 9, 8}, C: []int64{9, 3, 5},
			Padded: true},
	} {
		for k, types := range elements {
			o := einsums.Options{Extra: fmt.Sprintf("shape = array<i64: 16, 16, %d>", 16<<(k%2))}
			newRun(t, &c, types, o).same([3]int32{1 + int32(i%2), 1, 1}, girih.CompileOptions{NumWarps: 1 + k%2})
			newRun(t, &c, types, einsums.Options{}).same([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: 2})
		}
	}
}

// An operand and the output are contiguous along different letters, so rows or columns of tiles have values of both
// (patches).
func TestPatchesAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "amji,cbkm->kjicba", A: []int64{8, 5, 2, 16}, B: []int64{3, 2, 4, 5}, C: []int64{4, 2, 16, 3, 2, 8}},
		{Equation: "cbkm,amji->kjicba", A: []int64{3, 2, 4, 5}, B: []int64{9, 5, 2, 13}, C: []int64{4, 2, 13, 3, 2, 9}},
		{Equation: "akb,jk->jba", A: []int64{17, 6, 24}, B: []int64{5, 6}, C: []int64{5, 24, 17}},
	} {
		for k, types := range elements {
			if !longtest.Includes(i+k, 2) {
				continue
			}
			o := einsums.Options{Extra: fmt.Sprintf("shape = array<i64: %d, %d, 16>", 64<<(i%2), 64<<(k%2))}
			newRun(t, &c, types, o).same([3]int32{1 + int32(i%2), 1, 1}, girih.CompileOptions{NumWarps: 4})
		}
	}
}

// Lanes may compute several neighboring elements, whose shared factors they load once.
func TestNeighborsOfLanesAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{2, 7, 11, 8}, B: []int64{3, 3, 8}, C: []int64{2, 5, 9, 8}},
		{Equation: "n(h+r-1)(2*w+s-1)c,rsc->nhwc", A: []int64{2, 6, 12, 8}, B: []int64{3, 3, 8}, C: []int64{2, 6, 6, 8},
			Padded: true},
		// Some elements at the ends are computed twice, and stored once.
		{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{1, 13, 17, 8}, B: []int64{3, 3, 8}, C: []int64{1, 11, 15, 8}},
		{Equation: "(h+t[r])c,rc->hc", A: []int64{14, 16}, B: []int64{3, 16}, C: []int64{8, 16},
			Tables: map[string]contract.Table{"t": {Shape: []int64{3}, Data: []int64{0, 5, 1}}}},
	} {
		for k, types := range elements {
			if !longtest.Includes(i+k, 2) {
				continue
			}
			newRun(t, &c, types, einsums.Options{}).same([3]int32{1 + int32(i%2), 1, 1}, girih.CompileOptions{NumWarps: 1 + k%2})
			o := einsums.Options{Extra: "shape = array<i64: 64, 1, 1>"} // allows neighbors along two letters
			newRun(t, &c, types, o).same([3]int32{1 + int32(i%2), 1, 1}, girih.CompileOptions{NumWarps: 1 + k%2})
		}
	}
}

// Threads copy tiles several iterations ahead. Addresses come from tables, tiles are permuted, and sums have parts.
func TestTilesCopiedAheadAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "mk,kn->mn", A: []int64{40, 37}, B: []int64{37, 33}, C: []int64{40, 33}},
		{Equation: "nc(h+r-1)(w+s-1),kcrs->nkhw", A: []int64{2, 3, 6, 7}, B: []int64{9, 3, 3, 3}, C: []int64{2, 9, 6, 7},
			Padded: true},
		{Equation: "n(2*h+t[r])c,krc->nhk", A: []int64{2, 17, 5}, B: []int64{6, 3, 5}, C: []int64{2, 6, 6},
			Tables: map[string]contract.Table{"t": {Shape: []int64{3}, Data: []int64{0, 4, 1}}}},
		{Equation: "jnim,kmln->lkji", A: []int64{3, 8, 5, 32}, B: []int64{4, 32, 9, 8}, C: []int64{9, 4, 3, 5}},
		{Equation: "amji,cbkm->kjicba", A: []int64{8, 40, 2, 16}, B: []int64{3, 2, 4, 40}, C: []int64{4, 2, 16, 3, 2, 8}},
		{Equation: "lki,kjl->ji", A: []int64{13, 7, 24}, B: []int64{7, 40, 13}, C: []int64{40, 24}},
	} {
		for k, types := range elements[2:] {
			for cells := 2; cells <= 4; cells++ {
				o := einsums.Options{Extra: fmt.Sprintf("shape = array<i64: 32, 16, %d>", 8<<(cells%2)), Dynamic: cells == 3}
				sm := []int{80, 90}[(i+k+cells)%2]
				if !longtest.Includes((2*i+k)*3+cells-2, 17) {
					continue
				}
				compile := girih.CompileOptions{NumWarps: 2, Cells: cells, SM: sm, Alternate: (i+cells)%2 == 0}
				newRun(t, &c, types, o).same([3]int32{1 + int32(i%2), 1, 1}, compile)
			}
		}
	}
}

// Products of warp groups, of warps and of threads read tiles of 16 bits that threads have copied. Operands are
// contiguous along K, along rows or columns, or not at all.
func TestTilesOfHalvesCopiedAheadAreTheDefinition(t *testing.T) {
	shift := contract.Table{Shape: []int64{64}, Data: make([]int64, 64)}
	for i := range shift.Data {
		shift.Data[i] = int64(i / 8 % 3)
	}
	for i, c := range []einsums.Case{
		{Equation: "n(h+t[c])c,ck->nhk", A: []int64{1, 66, 64}, B: []int64{64, 64}, C: []int64{1, 64, 64},
			Tables: map[string]contract.Table{"t": shift}},
		{Equation: "c(h+r),ckr->kh", A: []int64{32, 66}, B: []int64{32, 64, 3}, C: []int64{64, 64}},
		{Equation: "hc(w+r),crk->hwk", A: []int64{8, 32, 16}, B: []int64{32, 3, 64}, C: []int64{8, 8, 64}},
	} {
		for k, tile := range []string{"64, 64, 32", "32, 32, 16", "16, 16, 8"} {
			for n, o := range []girih.CompileOptions{{NumWarps: 4, SM: 90, ArchSpecific: true}, {NumWarps: 2}} {
				if !longtest.Includes(6*i+2*k+n, 9) {
					continue
				}
				o.Cells = 2 + (i+k)%3
				r := newRun(t, &c, elements[(k+n)%2], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
					Extra: fmt.Sprintf("shape = array<i64: %s>", tile)})
				r.same([3]int32{2, 1, 1}, o)
			}
		}
	}
}

func TestContractionsOfQuantumChemistryAreTheDefinition(t *testing.T) {
	cases := einsums.TCCG(func(_ int, letter byte, _ bool) int64 { return 2 + int64(letter)%2 })
	for i, c := range cases {
		for k, types := range elements {
			if !longtest.Includes(k+i, len(elements)) {
				continue
			}
			newRun(t, &c, types, einsums.Options{}).same([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: 1 + i%2})
		}
	}
}

func TestTilesOfGeneratedContractionsAreTheDefinition(t *testing.T) {
	for seed := range longtest.Count(15, 1000) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(seed), 17))
			c := einsums.Generate(r)
			o := einsums.Options{Dynamic: r.IntN(3) == 0}
			o.TablesAsArrays = o.Dynamic && r.IntN(2) == 0
			if r.IntN(2) == 0 {
				o.Extra = fmt.Sprintf("shape = array<i64: %d, %d, %d>", 1<<r.IntN(5), 1<<r.IntN(5), 1<<r.IntN(4))
			}
			run := newRun(t, &c, elements[r.IntN(len(elements))], o)
			compile := girih.CompileOptions{Cells: seed % 5, Alternate: seed%3 == 0}
			grid := [3]int32{1 + r.Int32N(4), 1 + r.Int32N(2), 1}
			compile.NumWarps = 1 << r.IntN(3)
			run.same(grid, compile)
		})
	}
}

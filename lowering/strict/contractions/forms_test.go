package contractions_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/llvmir"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/dialects/tile/contract"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/strict/contractions"
	"github.com/girih-ir/girih/pass"
)

// Tiles through views compute the definition, for matrices with all orders of axes, with and without a batch, and for
// sizes that are not multiples of tiles.
func TestTilesThroughViewsAreTheDefinition(t *testing.T) {
	extents := map[rune]int64{'b': 2, 'm': 20, 'n': 9, 'k': 19}
	shape := func(letters string) (out []int64) {
		for _, l := range letters {
			out = append(out, extents[l])
		}
		return out
	}
	for _, text := range []string{"mk,kn->mn", "km,nk->mn", "mk,kn->nm", "bmk,bkn->bmn", "mbk,nkb->nbm", "kmb,bkn->mbn"} {
		operands, out, _ := strings.Cut(text, "->")
		a, b, _ := strings.Cut(operands, ",")
		c := einsums.Case{Equation: text, A: shape(a), B: shape(b), C: shape(out)}
		for k, types := range elements {
			o := einsums.Options{Dynamic: k%2 == 1, Extra: "shape = array<i64: 16, 16, 16>"}
			newRun(t, &c, types, o).same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 2})
		}
	}
}

// A product of matrices becomes a stream (package streams) on targets that have them.
func TestProductsOfMatricesBecomeStreams(t *testing.T) {
	c := einsums.Case{Equation: "mk,kn->mn", A: []int64{130, 128}, B: []int64{128, 264}, C: []int64{130, 264}}
	r := newRun(t, &c, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}"})
	program, err := r.module().Compile(context.Background(), girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(program.String(), "wgmma.mma_async") {
		t.Errorf("no product of warp groups:\n%.3000s", program)
	}
	arrays := r.arrays()
	launch := simt.Launch{Grid: [3]int32{3, 1, 1}}
	_, err = program.Execute(context.Background(), "k", launch, arrays[0], arrays[1], arrays[2])
	if err != nil {
		t.Fatal(err)
	}
	if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
		t.Error("the stream's result is another one")
	}
}

func TestIntegersAreMultiplied(t *testing.T) {
	c := einsums.Case{Equation: "m(k+r),rkn->mn", A: []int64{5, 7}, B: []int64{3, 5, 4}, C: []int64{5, 4}}
	newRun(t, &c, einsums.Types{A: "i8", B: "i8", C: "i32"}, einsums.Options{}).same([3]int32{1, 1, 1},
		girih.CompileOptions{NumWarps: 1})
}

// If several sums belong to one element of the output, they are added, also if different programs compute them.
func TestSumsThatShareAnElementAreAdded(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "nkhw,kcrs->nc(h+r)(w+s-1)", A: []int64{2, 3, 3, 4}, B: []int64{3, 2, 2, 3}, C: []int64{2, 2, 4, 4}},
		{Equation: "h,r->(t[h]+r)", A: []int64{4}, B: []int64{2}, C: []int64{6},
			Tables: einsums.Rows()[21].Tables},
		{Equation: "h,r->(h//2+r%2)", A: []int64{7}, B: []int64{5}, C: []int64{5}},
	} {
		for _, o := range []einsums.Options{{}, {Dynamic: true}, {Extra: "shape = array<i64: 4, 2, 2>"}} {
			newRun(t, &c, elements[2], o).same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 2})
		}
	}
}

func TestSumsOfAllElementsHaveNoLetterInTheOutput(t *testing.T) {
	c := einsums.Case{Equation: "kl,kl->", A: []int64{3, 70}, B: []int64{3, 70}, C: []int64{}}
	for _, o := range []einsums.Options{{}, {Dynamic: true}} {
		newRun(t, &c, elements[3], o).same([3]int32{2, 1, 1}, girih.CompileOptions{NumWarps: 1})
	}
}

func TestNothingIsSummedToZero(t *testing.T) {
	for _, c := range []einsums.Case{
		{Equation: "mk,kn->mn", A: []int64{2, 0}, B: []int64{0, 3}, C: []int64{2, 3}},
		{Equation: "(m+k),kn->mn", A: []int64{5}, B: []int64{0, 3}, C: []int64{2, 3}},
		{Equation: "(m+k),kn->mn", A: []int64{5}, B: []int64{2, 0}, C: []int64{2, 0}},
		{Equation: "kmr,rkn->mn", A: []int64{2, 3, 0}, B: []int64{0, 2, 3}, C: []int64{3, 3}},
	} {
		for _, dynamic := range []bool{false, true} {
			r := newRun(t, &c, elements[0], einsums.Options{Dynamic: dynamic})
			r.same([3]int32{1, 1, 1}, girih.CompileOptions{NumWarps: 1})
		}
	}
}

// epilogue is a contraction with an epilogue that has a scale, a bias for each column, an activation and a residual.
const epilogue = `module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%%a: !tile.array<%[2]sxf16>, %%b: !tile.array<?x?xf16>, %%bias: !tile.array<?xf32>, %%rows: !tile.array<?xf32>,
      %%residual: !tile.array<?x?xf16>, %%scale: !tile.array<f32>, %%c: !tile.array<?x?xf16>) {
    tile.contract "%[1]s" %%a, %%b into %%c with %%bias, %%rows, %%residual, %%scale epilogue {
    ^bb0(%%sum: f32, %%x: f32, %%y: f32, %%r: f16, %%s: f32):
      %%scaled = tile.mul %%sum, %%s : f32, f32 -> f32
      %%biased = tile.add %%scaled, %%x : f32, f32 -> f32
      %%moved = tile.add %%biased, %%y : f32, f32 -> f32
      %%zero = tile.literal 0
      %%active = tile.max %%moved, %%zero : f32, !tile.literal<int> -> f32
      %%sum2 = tile.add %%active, %%r : f32, f16 -> f32
      %%out = tile.cast %%sum2 : f32 -> f16
      tile.yield %%out : f16
    } {axes = ["n", "m", "nm", ""]} : !tile.array<%[2]sxf16>, !tile.array<?x?xf16>, !tile.array<?x?xf16>
      with !tile.array<?xf32>, !tile.array<?xf32>, !tile.array<?x?xf16>, !tile.array<f32>
    tile.return
  }
}`

func TestEpiloguesAreAppliedToEachElement(t *testing.T) {
	const m, n, k = 21, 10, 5
	for _, test := range []struct {
		equation, shape string
		a               []int64
	}{{"(m+k),kn->mn", "?", []int64{m + k - 1}}, {"mk,kn->mn", "?x?", []int64{m, k}}} {
		source := fmt.Appendf(nil, epilogue, test.equation, test.shape)
		elems := ir.NewContext()
		arguments := func() (out []*interp.Array) {
			for i, shape := range [][]int64{test.a, {k, n}, {n}, {m}, {n, m}, {}, {m, n}} {
				elem := elems.F16()
				if i == 2 || i == 3 || i == 5 {
					elem = elems.F32()
				}
				a, err := interp.Filled(elem, shape, func(j int) float64 { return float64((i+3*j)%7 - 3) })
				if err != nil {
					t.Fatal(err)
				}
				out = append(out, a)
			}
			return out
		}
		parsed := func() *girih.Module {
			module, err := girih.Parse("k.mlir", source)
			if err != nil {
				t.Fatal(err)
			}
			return module
		}
		want := arguments()
		var args []any
		for _, a := range want {
			args = append(args, a)
		}
		if err := parsed().Execute(context.Background(), "k", interp.Grid{2, 1, 1}, args...); err != nil {
			t.Fatal(err)
		}
		// Compute the first element here, independently of the executor.
		sum := 0.0
		for i := range k {
			sum += want[0].Float64(i) * want[1].Float64(i*n)
		}
		first := max(0, sum*want[5].Float64(0)+want[2].Float64(0)+want[3].Float64(0)) + want[4].Float64(0)
		if want[6].Float64(0) != first {
			t.Errorf("%s: the first element is %v, want %v", test.equation, want[6].Float64(0), first)
		}
		program, err := parsed().Compile(context.Background(), girih.CompileOptions{NumWarps: 2})
		if err != nil {
			t.Fatal(err)
		}
		got := arguments()
		r := &run{options: einsums.Options{Dynamic: true}}
		args = nil
		for _, a := range got {
			args = append(args, r.arguments(a)...)
		}
		if _, err := program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{2, 1, 1}}, args...); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got[6].Float64s(), want[6].Float64s()) {
			t.Errorf("%s: threads give\n%v, want\n%v", test.equation, got[6].Float64s(), want[6].Float64s())
		}
	}
}

// Remarks say how the addresses of each operand are found.
func TestRemarksSayWhichRoadWasTaken(t *testing.T) {
	rows := einsums.Rows()
	rows = append(rows, einsums.Row{Case: einsums.Case{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{8, 34, 66, 64},
		B: []int64{3, 3, 64}, C: []int64{8, 32, 64, 64}}})
	for _, test := range []struct {
		row     int
		dynamic bool
		want    string
	}{
		{len(rows) - 1, false, "each lane computes 8 adjacent elements along hw, which share factors"},
		{0, false, "every class has one letter, and all axes are letters: tiles are loaded through views"},
		{8, false, "K crs; tiles of 64 rows, 16 columns and 32 products, by tile.dot of f16; addresses of lhs come " +
			"from a table of 18 offsets; addresses of rhs advance by 4 elements"},
		{8, true, "addresses of lhs are computed, since sizes and strides are dynamic"},
		{9, true, "output nchw, K rs; tiles of 1024 elements, without tile.dot, since M or N has one element"},
		{11, true, "addresses of lhs come from tables of 18 indices, since sizes or strides are dynamic"},
	} {
		o := einsums.Options{Dynamic: test.dynamic, KnownB: test.row == 11}
		r := newRun(t, &rows[test.row].Case, elements[0], o)
		program, err := r.module().Compile(context.Background(), girih.CompileOptions{Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(program.Remarks(), func(d *ir.Diagnostic) bool {
			return strings.Contains(d.Error(), test.want)
		})
		if !found {
			t.Errorf("%s: remarks are %v, want %q", r.c.Equation, program.Remarks(), test.want)
		}
	}
}

func TestLettersOfWhichNothingIsKnownAreRefused(t *testing.T) {
	c := einsums.Case{Equation: "(h+r),(r+n)->hn", A: []int64{5}, B: []int64{5}, C: []int64{3, 3}}
	m := newRun(t, &c, elements[0], einsums.Options{Dynamic: true}).module()
	err := m.Lower(context.Background(), girih.Strict)
	const want = "k.mlir:3:5: error: 'tile.contract' op the extent of letter 'r' is unknown"
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v", err)
	}
}

// A kernel with checks stops before it writes anything if sizes disagree, in the reference executor and in the
// simulator. If they agree, it runs to its end.
func TestCheckedKernelsStopWhereSizesDisagree(t *testing.T) {
	for _, test := range []struct {
		c    einsums.Case
		want string
	}{
		{einsums.Case{Equation: "mk,kn->mn", A: []int64{2, 3}, B: []int64{4, 5}, C: []int64{2, 5}},
			"the extent of letter 'k' in dimension 0 of rhs differs from its extent elsewhere"},
		{einsums.Case{Equation: "(h+r),r->h", A: []int64{4}, B: []int64{3}, C: []int64{3}},
			"an index along axis 0 of lhs is out of bounds"},
		{einsums.Case{Equation: "(h+r-1),rn->hn", A: []int64{4}, B: []int64{2, 2}, C: []int64{3, 2}},
			"an index along axis 0 of lhs is out of bounds"},
		{einsums.Case{Equation: "(h+r),rn->hn", A: []int64{4}, B: []int64{2, 2}, C: []int64{3, 2}}, ""},
		{einsums.Case{Equation: "(h+t[r]),rn->hn", A: []int64{4}, B: []int64{3, 2}, C: []int64{3, 2},
			Tables: map[string]contract.Table{"t": {Shape: []int64{2}, Data: []int64{0, 1}}}},
			"index 0 of table 't' lies outside"},
		{einsums.Case{Equation: "(h+t[2*r-1]),rn->hn", A: []int64{4}, B: []int64{2, 2}, C: []int64{3, 2},
			Tables: map[string]contract.Table{"t": {Shape: []int64{2}, Data: []int64{0, 1}}}},
			"index 0 of table 't' lies outside"},
		{einsums.Case{Equation: "(t[h//2]+r),rn->hn", A: []int64{4}, B: []int64{2, 2}, C: []int64{3, 2},
			Tables: map[string]contract.Table{"t": {Shape: []int64{2}, Data: []int64{0, 1}}}}, ""},
	} {
		r := newRun(t, &test.c, elements[2], einsums.Options{Dynamic: true, TablesAsArrays: true})
		m, arrays := r.module(), r.arrays()
		p := pass.NewPipeline("builtin.module").AddWith(contractions.Pass, &contractions.Options{NumWarps: 4, Check: true})
		if err := p.Run(context.Background(), m.Operation(), pass.RunOptions{Verify: true}); err != nil {
			t.Fatal(err)
		}
		var whole []any
		for _, a := range arrays {
			whole = append(whole, a)
		}
		err := m.Execute(context.Background(), "k", interp.Grid{1, 1, 1}, whole...)
		checkStop(t, test.c.Equation, err, test.want, arrays[2])
		arrays = r.arrays()
		program, err := r.module().Compile(context.Background(), girih.CompileOptions{CheckContractions: true})
		if err != nil {
			t.Fatal(err)
		}
		var args []any
		for _, a := range arrays {
			args = append(args, r.arguments(a)...)
		}
		_, err = program.Execute(context.Background(), "k", simt.Launch{Grid: [3]int32{1, 1, 1}}, args...)
		checkStop(t, test.c.Equation, err, test.want, arrays[2])
	}
}

func checkStop(t *testing.T, equation string, err error, want string, out *interp.Array) {
	t.Helper()
	switch {
	case want == "" && err != nil:
		t.Errorf("%s: %v", equation, err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want) || out.Written()):
		t.Errorf("%s: got %v, want %q; output written: %t", equation, err, want, out.Written())
	}
}

// Stores of one contraction write different elements: no thread waits for another one between them, unless another
// contraction writes the same array.
func TestStoresOfOneContractionNeedNoBarriers(t *testing.T) {
	c := einsums.Case{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{1, 6, 6, 64}, B: []int64{3, 3, 64},
		C: []int64{1, 4, 4, 64}}
	r := newRun(t, &c, elements[0], einsums.Options{})
	source := c.Kernel(r.types, r.options)
	at := strings.Index(source, "    tile.contract")
	again := source[:at] + source[at:strings.Index(source, "    tile.return")] + source[at:]
	for text, want := range map[string]bool{source: false, again: true} {
		m, err := girih.Parse("k.mlir", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		program, err := m.Compile(context.Background(), girih.CompileOptions{})
		if err != nil {
			t.Fatal(err)
		}
		ir, err := program.LLVMIR(llvmir.Opaque)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(ir, "barrier"); got != want {
			t.Errorf("barriers: %t, want %t, in the program of\n%s", got, want, text)
		}
	}
}

package contractions_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// Lanes compute the sums of their neighbors row by row of the factors, upwards or downwards, or all at once if the
// products of a sum do not follow the rows. The last letter has several blocks, or lanes are beyond the last ones.
func TestStripsOfNeighborsAreTheDefinition(t *testing.T) {
	for i, c := range []einsums.Case{
		{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{1, 10, 13, 128}, B: []int64{3, 3, 128}, C: []int64{1, 8, 11, 128}},
		{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{1, 8, 12, 24}, B: []int64{5, 5, 24}, C: []int64{1, 4, 8, 24}},
		{Equation: "n(h-r+2)(w-s+1)c,rsc->nhwc", A: []int64{1, 10, 9, 8}, B: []int64{3, 2, 8}, C: []int64{1, 8, 8, 8}},
		{Equation: "n(2*h+3*r)(w+2*s)c,rsc->nhwc", A: []int64{1, 21, 8, 8}, B: []int64{3, 3, 8}, C: []int64{1, 8, 4, 8}},
		{Equation: "n(h-r+s+1)(w+s)c,rsc->nhwc", A: []int64{1, 11, 6, 8}, B: []int64{2, 3, 8}, C: []int64{1, 8, 4, 8}},
		{Equation: "n(h+r-1)(w+s-1)c,rsc->nhwc", A: []int64{1, 8, 4, 64}, B: []int64{3, 3, 64}, C: []int64{1, 8, 4, 64},
			Padded: true},
	} {
		for k, types := range elements {
			if !longtest.Includes(i+k, 2) {
				continue
			}
			o := einsums.Options{Extra: "shape = array<i64: 128, 1, 1>"}
			newRun(t, &c, types, o).same([3]int32{1 + int32(i%2), 1, 1}, girih.CompileOptions{NumWarps: 1 + k%2})
		}
	}
}

// An element of the output that is also a residual is stored once, although several lanes compute it.
func TestNeighborsOfSeveralLanesAreAddedOnce(t *testing.T) {
	p := einsums.Case{Equation: "n(h+r)(w+s)c,rsc->nhwc", A: []int64{1, 13, 17, 8}, B: []int64{3, 3, 8},
		C: []int64{1, 11, 15, 8}}
	r := newRun(t, &p, elements[0], einsums.Options{Extra: "shape = array<i64: 64, 1, 1>"})
	source := p.Kernel(r.types, r.options)
	array := source[strings.LastIndex(source, "!tile.array"):]
	array, _, _ = strings.Cut(array, "\n")
	source = strings.Replace(source, array+"\n", array+" with "+array+"\n", 1)
	source = strings.Replace(source, "into %c {", `into %c with %c epilogue {
    ^bb0(%sum: f32, %old: f16):
      %z = tile.add %sum, %old : f32, f16 -> f32
      %new = tile.cast %z : f32 -> f16
      tile.yield %new : f16
    } {axes = ["nhwc"], `, 1)
	module, err := girih.Parse("k.mlir", []byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	want, got := r.arrays(), r.arrays()
	if err := module.Execute(t.Context(), "k", interp.Grid{1, 1, 1}, want[0], want[1], want[2]); err != nil {
		t.Fatal(err)
	}
	program, err := module.Compile(t.Context(), girih.CompileOptions{NumWarps: 2, Remarks: true})
	if err != nil {
		t.Fatal(err)
	}
	if road := program.Remarks()[0].Message; !strings.Contains(road, "16 adjacent elements along hw") {
		t.Errorf("the tiles are others: %s", road)
	}
	_, err = program.Execute(t.Context(), "k", simt.Launch{Grid: [3]int32{2, 1, 1}}, got[0], got[1], got[2])
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got[2].Float64s(), want[2].Float64s()) {
		t.Errorf("threads give\n%v, want\n%v", got[2].Float64s(), want[2].Float64s())
	}
}

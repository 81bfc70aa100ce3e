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
	"github.com/girih-ir/girih/lowering/pipeline"
	"github.com/girih-ir/girih/lowering/strict/contractions"
	"github.com/girih-ir/girih/pass"
)

// Channels change slowest in a sum if running programs read much between two windows of the same channels: tiles of the
// same filters do, but not those that differ only in their filters, nor products without windows.
func TestWindowsOfTheSameChannelsFollowEachOther(t *testing.T) {
	for _, c := range []struct {
		equation string
		a, b, c  []int64
		slowest  bool
	}{
		{"n(h+r)(w+s)c,krsc->nhwk", []int64{8, 130, 130, 768}, []int64{64, 3, 3, 768}, []int64{8, 128, 128, 64}, true},
		{"n(h+r)(w+s)c,krsc->nhwk", []int64{8, 130, 130, 256}, []int64{64, 3, 3, 256}, []int64{8, 128, 128, 64}, false},
		{"n(h+r)(w+s)c,krsc->nhwk", []int64{8, 34, 34, 768}, []int64{64, 3, 3, 768}, []int64{8, 32, 32, 64}, false},
		{"n(h+r)(w+s)c,krsc->nhwk", []int64{8, 130, 130, 768}, []int64{1024, 3, 3, 768}, []int64{8, 128, 128, 1024}, false},
		{"nhwrc,krc->nhwk", []int64{8, 64, 128, 2, 768}, []int64{64, 2, 768}, []int64{8, 64, 128, 64}, false},
	} {
		p := einsums.Case{Equation: c.equation, A: c.a, B: c.b, C: c.c}
		r := newRun(t, &p, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: "shape = array<i64: 128, 64, 64>"})
		program, err := r.module().Compile(t.Context(), girih.CompileOptions{NumWarps: 8, SM: 90, ArchSpecific: true,
			Remarks: true})
		if err != nil {
			t.Fatal(err)
		}
		road := program.Remarks()[0].Message
		if !strings.Contains(road, "boxes") || strings.Contains(road, "c changes slowest") != c.slowest {
			t.Errorf("%s of %v and %v: channels change slowest, want %v: %s", c.equation, c.a, c.b, c.slowest, road)
		}
	}
}

// Sums whose channels change slowest are those of the definition, with several tiles of channels that the last one
// exceeds, windows of rhs, strides, and paddings. The extents are small, and so is the cache.
func TestSumsWithSlowestChannelsAreTheDefinition(t *testing.T) {
	for i, c := range []struct {
		einsums.Case
		shape string
	}{
		{einsums.Case{Equation: "n(h+r)(w+s)c,krsc->nhwk", A: []int64{2, 10, 10, 96}, B: []int64{32, 3, 2, 96},
			C: []int64{2, 8, 8, 32}}, "64, 32, 32"},
		{einsums.Case{Equation: "n(2*h+r-1)c,krc->nhk", A: []int64{2, 64, 80}, B: []int64{32, 5, 80},
			C: []int64{2, 32, 32}, Padded: true}, "64, 32, 32"},
		{einsums.Case{Equation: "krc,n(h+r)c->knh", A: []int64{64, 3, 64}, B: []int64{2, 34, 64},
			C: []int64{64, 2, 32}}, "64, 32, 32"},
	} {
		if !longtest.Includes(i, 3) {
			continue
		}
		r := newRun(t, &c.Case, elements[0], einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
			Extra: "shape = array<i64: " + c.shape + ">"})
		options := girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true, Remarks: true}
		passes := pipeline.New(pipeline.Threads, options)
		for _, s := range passes.Steps {
			if s.Pass == contractions.Pass {
				s.Options.(*contractions.Options).Cache = 1
			}
		}
		program, err := r.module().CompileBy(t.Context(), passes, pass.RunOptions{})
		if err != nil {
			t.Fatal(c.Equation, err)
		}
		if road := program.Remarks()[0].Message; !strings.Contains(road, "c changes slowest") {
			t.Errorf("%s: channels do not change slowest: %s", c.Equation, road)
		}
		arrays := r.arrays()
		launch := simt.Launch{Grid: [3]int32{3, 1, 1}}
		if _, err = program.Execute(t.Context(), "k", launch, arrays[0], arrays[1], arrays[2]); err != nil {
			t.Fatal(c.Equation, err)
		}
		if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(arrays[2].Float64s(), want) {
			t.Errorf("%s: another result", c.Equation)
		}
	}
}

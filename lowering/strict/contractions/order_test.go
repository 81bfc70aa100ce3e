package contractions_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/internal/einsums"
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

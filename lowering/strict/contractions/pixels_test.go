package contractions_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih"
	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/backend/simt"
	"github.com/girih-ir/girih/internal/einsums"
	"github.com/girih-ir/girih/internal/longtest"
)

// Convolutions of all sizes, with strides, dilations, padding and filters in both directions, whose tiles have
// consecutive pixels as columns, give what the definition gives, in several orders of events.
func TestGeneratedPixelsAreTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	loaded, all := 0, 0
	for n := range 30 {
		c, shape := generatePixels(r)
		for einsums.Count(c.C)*einsums.Count(c.A[1:]) > mostMultiplied {
			c, shape = generatePixels(r)
		}
		if !longtest.Includes(n, 10) {
			continue
		}
		all++
		if testPixels(t, c, shape, r.Uint64()) {
			loaded++
		}
	}
	if 4*loaded < all {
		t.Errorf("copies of mode im2col load tiles of %d of %d kernels", loaded, all)
	}
}

// mostMultiplied bounds the multiplications of a case, which take the executors some tens of nanoseconds each.
const mostMultiplied = 40e6

// generatePixels returns a convolution with one to three axes of pixels, and the shape of its tiles.
func generatePixels(r *rand.Rand) (c *einsums.Case, shape string) {
	pick := func(list ...int64) int64 { return list[r.IntN(len(list))] }
	images, channels, filters := pick(1, 2, 3, 5), pick(64, 64, 128, 72), pick(64, 72, 100)
	filter, image, output := "k", "n", "nk"
	c = &einsums.Case{A: []int64{filters}, B: []int64{images}, C: []int64{images, filters}}
	for d := range 1 + r.IntN(3) {
		out, places, step, apart := pick(3, 5, 7, 9, 11, 13), pick(1, 2, 3), pick(1, 1, 2, 3), pick(1, 1, 2)
		before, sign := pick(0, 0, 1), "+"
		letter, place := string("dhw"[d]), string("trs"[d])
		if r.IntN(4) == 0 { // from the last place of the filter to the first one
			sign, before = "-", before-apart*(places-1)
		}
		filter, output = filter+place, output+letter
		image += fmt.Sprintf("(%d*%s%s%d*%s-%d)", step, letter, sign, apart, place, before)
		if before < 0 {
			image = strings.Replace(image, fmt.Sprintf("-%d)", before), fmt.Sprintf("+%d)", -before), 1)
		}
		c.A, c.C = append(c.A, places), append(c.C, out)
		size := (out-1)*step + apart*(places-1) + 1 - max(0, before)
		c.B = append(c.B, max(1, size-pick(0, 0, 1)+pick(0, 2)))
	}
	c.Equation, c.Padded = filter+"c,"+image+"c->"+output, true
	c.A, c.B = append(c.A, channels), append(c.B, channels)
	widths, pixels := []int64{32, 48, 64, 96, 112, 240}, einsums.Count(c.C)/filters
	widths = slices.DeleteFunc(widths, func(n int64) bool { return n > max(widths[0], pixels) }) // others waste too much
	return c, fmt.Sprintf("64, %d, %d", pick(widths...), pick(32, 64))
}

// testPixels reports whether copies of pixels load tiles of the kernel.
func testPixels(t *testing.T, c *einsums.Case, shape string, seed uint64) bool {
	o := einsums.Options{Facts: "{tile.divisibility = 16 : i32}",
		Extra: "shape = array<i64: " + shape + `>, programs = "few"`}
	name := fmt.Sprintf("%s of %v by %v to %v, tiles of %s", c.Equation, c.A, c.B, c.C, shape)
	r := newRun(t, c, elements[0], o)
	program, err := r.module().Compile(t.Context(), girih.CompileOptions{NumWarps: 4, SM: 90, ArchSpecific: true})
	if err != nil && strings.Contains(err.Error(), "are not a power of two") {
		return false // tiles of so few pixels would waste too much
	}
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return false
	}
	got := r.arrays()
	launch := simt.Launch{Grid: [3]int32{2, 1, 1}, Seed: seed}
	if _, err := program.Execute(t.Context(), "k", launch, got[0], got[1], got[2]); err != nil {
		t.Errorf("%s: %v", name, err)
	} else if want := r.execute(interp.Grid{1, 1, 1}).Float64s(); !slices.Equal(got[2].Float64s(), want) {
		t.Errorf("%s: another result", name)
	}
	return strings.Contains(program.String(), "im2col")
}

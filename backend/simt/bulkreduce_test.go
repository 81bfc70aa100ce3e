package simt_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/backend/simt"
)

// reduces returns the part of storing that reduces the tile into the box instead of storing it.
func reduces(kind string) string {
	return "nvvm.cp.async.bulk.tensor.reduce %map, %tile, box[$AT] {redKind = #nvvm.tma_redux_kind<" + kind +
		">} : !llvm.ptr, <3>"
}

// reductionKinds are the kinds of reductions, and their functions of words.
var reductionKinds = map[string]func(old, v uint32) uint32{
	"add": func(old, v uint32) uint32 { return old + v },
	"min": func(old, v uint32) uint32 { return uint32(min(int32(old), int32(v))) },
	"max": func(old, v uint32) uint32 { return uint32(max(int32(old), int32(v))) },
	"and": func(old, v uint32) uint32 { return old & v },
	"or":  func(old, v uint32) uint32 { return old | v },
	"xor": func(old, v uint32) uint32 { return old ^ v },
}

func reduction(kind string) storeCase {
	return storeCase{box: []int64{16, 8}, sizes: []int64{20, 12}, at: []int64{8, 3}, fill: filled + fenced + met,
		copy: reduces(kind) + commits + waitRead}
}

// addedFloats is a kernel that adds halves with nonzero integer values.
func addedFloats() storeCase {
	c := reduction("add")
	c.elem = "f32"
	c.fill = `%half = llvm.mlir.constant(5.0e-1 : f32) : f32
  %tf = llvm.sitofp %t : i32 to f32
  %tm = llvm.fmul %tf, %half : f32
  %th = llvm.fadd %tm, %half : f32
  llvm.store %th, %low : f32, !llvm.ptr<3>
  llvm.store %half, %high : f32, !llvm.ptr<3>` + fenced + met
	return c
}

// place returns the word of the tile for a word of the array, and whether there is one.
func (c storeCase) place(at int) (word int, inside bool) {
	row, column := at/int(c.sizes[1])-int(c.at[1]), at%int(c.sizes[1])-int(c.at[0])
	inside = 0 <= row && row < int(c.box[0]) && 0 <= column && column < int(c.box[1])
	return row*int(c.box[1]) + column, inside
}

// Several blocks reduce into the same box. The sum does not depend on their order.
func TestBulkReductionsCombineTheirBoxAtomically(t *testing.T) {
	const blocks = 3
	for kind, combine := range reductionKinds {
		c := reduction(kind)
		for seed := range uint64(4) {
			start := func(i int) uint32 { return uint32(i * 37 % 211) }
			x := words(len(c.stored()), start)
			launch := simt.Launch{Grid: [3]int32{blocks, 1, 1}, Seed: seed}
			if _, err := run(t, c.source(), launch, x); err != nil {
				t.Errorf("%s, seed %d: %v", kind, seed, err)
				continue
			}
			for i, got := range values(x) {
				want := start(i)
				if v, inside := c.place(i); inside {
					for range blocks {
						want = combine(want, uint32(v))
					}
				}
				if got != want {
					t.Errorf("%s, seed %d: word %d is %d, want %d", kind, seed, i, got, want)
				}
			}
		}
	}
	c := addedFloats()
	x := words(len(c.stored()), func(i int) uint32 { return math.Float32bits(float32(i)) })
	if _, err := run(t, c.source(), simt.Launch{Grid: [3]int32{blocks, 1, 1}}, x); err != nil {
		t.Fatal(err)
	}
	for i, got := range values(x) {
		want := float32(i)
		if v, inside := c.place(i); inside && v < 64 {
			want += blocks * (float32(v) + 1) / 2
		} else if inside {
			want += blocks * 0.5
		}
		if got != math.Float32bits(want) {
			t.Errorf("element %d is %v, want %v", i, math.Float32frombits(got), want)
		}
	}
}

func TestBugsOfBulkReductionsAreFound(t *testing.T) {
	const look = met + `
  %from = llvm.getelementptr %x[%t] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
  %was = llvm.load %from : !llvm.ptr<1> -> i32`
	whole := storeCase{box: []int64{16, 8}, sizes: []int64{16, 8}, at: []int64{0, 0}, fill: filled + fenced + met}
	for name, c := range map[string]struct {
		copy, after, elem string
		want              error
		message           string
	}{
		"never waited for": {reduces("add") + commits, "", "", simt.ErrInFlight, "the block ends"},
		"read in flight":   {reduces("add") + commits + waitRead, look, "", simt.ErrInFlight, "a bulk store writes"},
		"beside a store":   {reduces("add") + "\n  " + issued + commits + waitAll, "", "", simt.ErrInFlight, ""},
		"overwritten": {reduces("add") + commits + "\n  llvm.store %t, %low : i32, !llvm.ptr<3>" + waitRead, "",
			"", simt.ErrInFlight, "bulk store still reads"},
		"maxima of floats": {reduces("max") + commits + waitRead, "", "f32", simt.ErrArgument,
			"a reduction of kind max of elements of type 'f32'"},
		"counts of numbers with a sign": {reduces("inc") + commits + waitRead, "", "", simt.ErrArgument,
			"a reduction of kind inc of elements of type 'i32'"},
		"bits of floats": {reduces("xor") + commits + waitRead, "", "f32", simt.ErrArgument, "kind xor"},
	} {
		t.Run(name, func(t *testing.T) {
			one := whole
			one.copy, one.after, one.elem = c.copy, c.after, c.elem
			for seed := range uint64(3) {
				_, err := one.run(t, seed)
				wantError(t, seed, err, c.message, c.want)
			}
		})
	}
}

// A prefetch has no effect, but needs a tensor map with the right number of dimensions.
func TestPrefetchesNameATensorMap(t *testing.T) {
	const prefetch = "nvvm.cp.async.bulk.tensor.prefetch %map, box[$AT] : !llvm.ptr\n  "
	c := reduction("add")
	c.copy = prefetch + issued + commits + waitRead
	if got, err := c.run(t, 0); err != nil || !slices.Equal(got, c.stored()) {
		t.Errorf("%v, %v", got, err)
	}
	c.copy = strings.Replace(prefetch, "$AT", "%c0", 1) + issued + commits + waitRead
	if _, err := c.run(t, 0); !errors.Is(err, simt.ErrArgument) {
		t.Error(err)
	}
}

package layout

import (
	"errors"
	"testing"
)

func TestSharedLayoutsHoldEveryElementOnce(t *testing.T) {
	for _, rank := range []int{2, 3} {
		for _, shape := range shapes(rank, 64) {
			for _, bits := range []int{8, 16, 32} {
				for _, bytes := range []int{0, 32, 64, 128} {
					for _, transposed := range []bool{false, true} {
						once(t, must(t)(NVMMAShared(NVMMASpec{bytes, transposed, bits}, shape)), shape)
					}
				}
			}
		}
	}
}

func once(t *testing.T, l Layout, shape []int) {
	t.Helper()
	holdsAll(t, l, shape)
	if !l.IsInjective() {
		t.Fatalf("%v has two elements of %v at one place", l, shape)
	}
}

// addressesOf returns the byte addresses in shared memory of the elements that lanes access.
func addressesOf(t *testing.T, l Layout, bytes int, coords [][]int) (out []int) {
	t.Helper()
	inverse := must(t)(l.Invert())
	for _, c := range coords {
		out = append(out, inverse.Apply(c...)[0]*bytes)
	}
	return out
}

func TestRowsOfAPanelAreReadWithoutConflicts(t *testing.T) {
	// ldmatrix reads 16 bytes of each of eight rows at a time.
	for _, bytes := range []int{32, 64, 128} {
		const bits = 16
		columns := bytes * 8 / bits
		shape := []int{64, columns}
		l := must(t)(NVMMAShared(NVMMASpec{SwizzleBytes: bytes, ElementBits: bits}, shape))
		for first := 0; first < 64; first += 8 {
			for c := 0; c < columns; c += 8 {
				var coords [][]int
				for r := range 8 {
					coords = append(coords, []int{first + r, c})
				}
				if got := Wavefronts(addressesOf(t, l, bits/8, coords), 16); got != 1 {
					t.Errorf("swizzle of %d bytes: rows from %d, column %d take %d wavefronts", bytes, first, c, got)
				}
			}
		}
	}
}

func TestSwizzlingModesPermuteTheSameVectorsAsTMA(t *testing.T) {
	// The XORed address bits (PTX ISA, "Swizzling Modes"): bits 4 to 6 with 7 to 9 for 128 bytes, 4 to 5 with 7 to 8
	// for 64, 4 with 7 for 32.
	for bytes, mask := range map[int]int{128: 7, 64: 3, 32: 1} {
		l := must(t)(NVMMAShared(NVMMASpec{SwizzleBytes: bytes, ElementBits: 8}, []int{64, bytes}))
		inverse := must(t)(l.Invert())
		for r := range 64 {
			for c := range bytes {
				plain := r*bytes + c
				want := plain ^ (plain >> 7 & mask << 4)
				if got := inverse.Apply(r, c)[0]; got != want {
					t.Fatalf("%d bytes: (%d, %d) is at %d, want %d", bytes, r, c, got, want)
				}
			}
		}
	}
}

func TestWidestSwizzleThatARowAllows(t *testing.T) {
	for _, test := range []struct {
		shape      []int
		bits       int
		transposed bool
		want       int
	}{
		{[]int{64, 64}, 16, false, 128}, {[]int{64, 32}, 16, false, 64}, {[]int{64, 16}, 16, false, 32},
		{[]int{64, 8}, 16, false, 0}, {[]int{4, 64}, 16, false, 0}, {[]int{64, 16}, 16, true, 128},
		{[]int{2, 4, 64}, 16, false, 128}, {[]int{64, 64}, 8, false, 64},
	} {
		if got := NVMMAFor(test.shape, test.bits, test.transposed).SwizzleBytes; got != test.want {
			t.Errorf("%v of %d bits, transposed %v: swizzle %d, want %d", test.shape, test.bits, test.transposed, got, test.want)
		}
	}
}

func TestWavefrontsOfKnownPatterns(t *testing.T) {
	lanes := func(f func(lane int) int) (out []int) {
		for lane := range 32 {
			out = append(out, f(lane))
		}
		return out
	}
	for _, test := range []struct {
		name  string
		at    func(lane int) int
		bytes int
		want  int
	}{
		{"consecutive words", func(l int) int { return 4 * l }, 4, 1},
		{"one word for all", func(int) int { return 64 }, 4, 1},
		{"every other word", func(l int) int { return 8 * l }, 4, 2},
		{"one bank", func(l int) int { return 128 * l }, 4, 32},
		{"bytes of a word", func(l int) int { return l }, 1, 1},
		{"vectors of 8 bytes", func(l int) int { return 8 * l }, 8, 2},
		{"vectors of 16 bytes", func(l int) int { return 16 * l }, 16, 4},
		{"vectors of 16 bytes, strided", func(l int) int { return 128 * l }, 16, 32},
	} {
		if got := Wavefronts(lanes(test.at), test.bytes); got != test.want {
			t.Errorf("%s: %d wavefronts, want %d", test.name, got, test.want)
		}
	}
	if got := Sectors(lanes(func(l int) int { return 16 * l }), 16); got != 16 {
		t.Errorf("a coalesced access of 512 bytes touches %d sectors, want 16", got)
	}
	if got := Sectors(lanes(func(l int) int { return 4096 * l }), 4); got != 32 {
		t.Errorf("a strided access touches %d sectors, want 32", got)
	}
}

func TestSharedLayoutsThatDoNotExistAreRefused(t *testing.T) {
	for _, spec := range []NVMMASpec{{SwizzleBytes: 48, ElementBits: 16}, {SwizzleBytes: 64, ElementBits: 64}} {
		if _, err := NVMMAShared(spec, []int{8, 64}); !errors.Is(err, ErrInvalid) {
			t.Errorf("%+v: error %v", spec, err)
		}
	}
	if _, err := NVMMAShared(NVMMASpec{ElementBits: 16}, []int{8}); !errors.Is(err, ErrInvalid) {
		t.Errorf("a vector: error %v", err)
	}
}

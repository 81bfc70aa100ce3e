package layout

import (
	"slices"
	"testing"
)

// small calls f with every layout from two input dimensions, lane and register, to two output dimensions, with at most
// three bits in total on each side.
func small(f func(l Layout)) {
	for inBits := range 4 {
		for lanes := range inBits + 1 {
			for outBits := range 4 {
				for rows := range outBits + 1 {
					l := Layout{}
					if err := l.setOuts([]Dim{{"dim0", 1 << rows}, {"dim1", 1 << (outBits - rows)}}); err != nil {
						panic(err)
					}
					for n := range 1 << (inBits * outBits) {
						bases := make([]uint64, inBits)
						for i := range bases {
							bases[i] = uint64(n>>(i*outBits)) & (1<<outBits - 1)
						}
						f(Layout{in: []input{{Register, bases[lanes:]}, {Lane, bases[:lanes]}}, out: l.out})
					}
				}
			}
		}
	}
}

// subspaces returns every subspace of the vectors of n bits.
func subspaces(n int) []Subspace {
	seen := map[string]Subspace{"": {}}
	for grown := true; grown; {
		grown = false
		for _, s := range seen {
			for v := range uint64(1) << n {
				t := s.with(v)
				key := string(slices.Collect(func(yield func(rune) bool) {
					for _, b := range t.basis {
						if !yield(rune(b)) {
							return
						}
					}
				}))
				if _, ok := seen[key]; !ok {
					seen[key], grown = t, true
				}
			}
		}
	}
	var out []Subspace
	for _, s := range seen {
		out = append(out, s)
	}
	return out
}

func vectors(s Subspace, n int) (out []uint64) {
	for v := range uint64(1) << n {
		if s.Contains(v) {
			out = append(out, v)
		}
	}
	return out
}

func TestNumberOfSubspacesIsTheGaussianOne(t *testing.T) {
	for n, want := range []int{1, 2, 5, 16, 67} { // sums of the Gaussian binomial coefficients for q = 2
		if got := len(subspaces(n)); got != want {
			t.Errorf("%d subspaces of %d bits, want %d", got, n, want)
		}
	}
}

func TestIntersectionSumAndComplementOfAllSubspacesOfFourBits(t *testing.T) {
	all := subspaces(4)
	for _, a := range all {
		if got := len(vectors(a, 4)); got != 1<<a.Dim() {
			t.Fatalf("%v has %d vectors", a, got)
		}
		if c := a.complement(4); c.Dim()+a.Dim() != 4 || a.sum(c).Dim() != 4 || a.intersect(c).Dim() != 0 {
			t.Fatalf("complement of %v is %v", a, c)
		}
		for _, b := range all {
			var both []uint64
			for v := range uint64(16) {
				if a.Contains(v) && b.Contains(v) {
					both = append(both, v)
				}
			}
			if got := vectors(a.intersect(b), 4); !slices.Equal(got, both) {
				t.Fatalf("%v and %v have %v in common, not %v", a, b, both, got)
			}
			sum := a.sum(b)
			if sum.Dim() != a.Dim()+b.Dim()-a.intersect(b).Dim() || !a.intersect(sum).Equal(a) || !b.intersect(sum).Equal(b) {
				t.Fatalf("%v and %v sum to %v", a, b, sum)
			}
		}
	}
}

func TestReducedVectorIsTheLeastOfItsClass(t *testing.T) {
	for _, s := range subspaces(4) {
		for v := range uint64(16) {
			least := v
			for _, w := range vectors(s, 4) {
				least = min(least, v^w)
			}
			if got := s.reduce(v); got != least {
				t.Fatalf("%v reduces %d to %d, not %d", s, v, got, least)
			}
		}
	}
}

func TestImageAndKernelOfAllSmallLayouts(t *testing.T) {
	small(func(l Layout) {
		image, kernel := l.Image(), l.Kernel()
		zeros, shift := 0, log2(l.InSize(Register))
		inputs(l, func(index []int) {
			v := l.apply(index)
			if !image.Contains(v) {
				t.Fatalf("%v: %v is outside the image", l, index)
			}
			packed := uint64(index[0] | index[1]<<shift)
			if (v == 0) != kernel.Contains(packed) {
				t.Fatalf("%v: kernel %v is wrong about %v", l, kernel, index)
			}
			if v == 0 {
				zeros++
			}
		})
		if image.Dim() != l.Rank() || zeros != 1<<kernel.Dim() {
			t.Fatalf("%v: image of dimension %d, kernel of %d", l, image.Dim(), kernel.Dim())
		}
	})
}

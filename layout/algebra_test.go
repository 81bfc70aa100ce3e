package layout

import (
	"math/bits"
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

func TestDivisionUndoesTheProductOfSmallLayouts(t *testing.T) {
	var some []Layout
	n := 0
	small(func(l Layout) {
		if n++; n%97 == 0 {
			some = append(some, l)
		}
	})
	divided := 0
	for _, a := range some {
		for _, b := range some {
			p := must(t)(a.Product(b))
			if q, ok := p.DivideLeft(a); !ok || !q.mapsAs(b) {
				t.Fatalf("%v divided by %v from the left is %v, not %v", p, a, q, b)
			}
			if q, ok := p.DivideRight(b); !ok || !q.mapsAs(a) {
				t.Fatalf("%v divided by %v from the right is %v, not %v", p, b, q, a)
			}
			if q, ok := a.DivideLeft(b); ok {
				divided++
				if back := must(t)(b.Product(q)); !back.mapsAs(a) {
					t.Fatalf("%v = %v x %v does not multiply back: %v", a, b, q, back)
				}
			}
		}
	}
	if divided == 0 {
		t.Error("no division of one layout by another succeeded")
	}
}

func TestQuotientExistsExactlyWhereADimensionIsOnItsOwn(t *testing.T) {
	found := 0
	small(func(l Layout) {
		l, err := l.RenameOuts(Register, Lane)
		if err != nil {
			t.Fatal(err)
		}
		q, ok := l.Quotient(Lane)
		alone := l.InSize(Lane) == l.OutSize(Lane)
		inputs(l, func(index []int) {
			out := l.Apply(index...)
			alone = alone && out[1] == index[1] && out[0] == l.Apply(index[0], 0)[0]
		})
		if ok != alone {
			t.Fatalf("%v: quotient %v, but lanes on their own: %v", l, ok, alone)
		}
		if !ok {
			return
		}
		found++
		inputs(q, func(index []int) {
			if got, want := q.Apply(index...)[0], l.Apply(index[0], 0)[0]; got != want {
				t.Fatalf("%v: quotient %v maps %v to %d, not %d", l, q, index, got, want)
			}
		})
	})
	if found == 0 {
		t.Error("no layout had a quotient")
	}
}

func TestInvertAndComposeFindsTheElementInEverySmallLayout(t *testing.T) {
	var onto []Layout
	n := 0
	small(func(l Layout) {
		if n++; n%13 == 0 && l.IsSurjective() && l.OutSize("dim0") == 4 && l.OutSize("dim1") == 2 {
			onto = append(onto, l)
		}
	})
	for _, a := range onto {
		for _, b := range onto {
			c := must(t)(a.InvertAndCompose(b))
			inputs(a, func(index []int) {
				if got, want := b.Apply(c.Apply(index...)...), a.Apply(index...); !slices.Equal(got, want) {
					t.Fatalf("%v to %v: %v holds %v, but its place there %v", a, b, index, want, got)
				}
			})
		}
	}
}

func TestSublayoutTransposeAndReshapeKeepCoordinates(t *testing.T) {
	small(func(l Layout) {
		s := must(t)(l.Sublayout([]string{Register}, []string{"dim1"}))
		turned := must(t)(l.TransposeOuts("dim1", "dim0"))
		flat := must(t)(l.ReshapeOuts(Dim{"offset", l.OutSize("dim0") * l.OutSize("dim1")}))
		one := must(t)(l.ReshapeIns(Dim{"thread", l.InSize(Register) * l.InSize(Lane)}))
		inputs(l, func(index []int) {
			at := l.Apply(index...)
			if index[1] == 0 && s.Apply(index[0])[0] != at[1] {
				t.Fatalf("%v: sublayout %v at %v", l, s, index)
			}
			if got := turned.Apply(index...); got[0] != at[1] || got[1] != at[0] {
				t.Fatalf("%v: transposed %v at %v", l, turned, index)
			}
			if got := flat.Apply(index...)[0]; got != at[0]+at[1]*l.OutSize("dim0") {
				t.Fatalf("%v: flattened %v at %v", l, flat, index)
			}
			if got := one.Apply(index[0] | index[1]<<log2(l.InSize(Register))); !slices.Equal(got, at) {
				t.Fatalf("%v: with one input %v at %v", l, one, index)
			}
		})
		if r := l.RemoveZeroBases(Register); !r.Image().Equal(l.Image()) || bits.OnesCount(uint(r.FreeMasks()[Register])) >
			bits.OnesCount(uint(l.FreeMasks()[Register])) {
			t.Fatalf("%v without zeros is %v", l, r)
		}
	})
}

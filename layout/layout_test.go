package layout

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"
)

func must(t *testing.T) func(Layout, error) Layout {
	return func(l Layout, err error) Layout {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
}

// inputs calls f with every input of l.
func inputs(l Layout, f func(index []int)) {
	dims := l.Ins()
	total := 1
	for _, d := range dims {
		total *= d.Size
	}
	for n := range total {
		index := make([]int, len(dims))
		rest := n
		for i, d := range dims {
			index[i] = rest % d.Size
			rest /= d.Size
		}
		f(index)
	}
}

// random returns a layout with arbitrary bases.
func random(r *rand.Rand) Layout {
	outs := []Dim{{"dim0", 1 << r.IntN(4)}, {"dim1", 1 << r.IntN(4)}}
	var ins []In
	for _, name := range []string{Register, Lane, Warp} {
		bases := make([][]int, r.IntN(4))
		for i := range bases {
			bases[i] = []int{r.IntN(outs[0].Size), r.IntN(outs[1].Size)}
		}
		ins = append(ins, In{name, bases})
	}
	l, err := New(ins, outs)
	if err != nil {
		panic(err)
	}
	return l
}

func properties(t *testing.T, check func(t *testing.T, r *rand.Rand, l Layout)) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		check(t, r, random(r))
	}
}

func TestApplyIsLinear(t *testing.T) {
	properties(t, func(t *testing.T, r *rand.Rand, l Layout) {
		a, b, sum := make([]int, 3), make([]int, 3), make([]int, 3)
		for i, d := range l.Ins() {
			a[i], b[i] = r.IntN(d.Size), r.IntN(d.Size)
			sum[i] = a[i] ^ b[i]
		}
		x, y, z := l.Apply(a...), l.Apply(b...), l.Apply(sum...)
		for i := range z {
			if z[i] != x[i]^y[i] {
				t.Fatalf("%v: f(%v)=%v, f(%v)=%v, f(%v)=%v", l, a, x, b, y, sum, z)
			}
		}
	})
}

func TestWithinSelectsBasesBelowAllBounds(t *testing.T) {
	properties(t, func(t *testing.T, r *rand.Rand, l Layout) {
		bounds := make([]int64, len(l.Outs()))
		for i, d := range l.Outs() {
			bounds[i] = r.Int64N(int64(d.Size) + 1)
		}
		for _, d := range l.Ins() {
			mask := l.Within(d.Name, func(out int) int64 { return bounds[out] })
			for k, basis := range l.Bases(d.Name) {
				within := true
				for i, x := range basis {
					within = within && int64(x) < bounds[i]
				}
				if within != (mask>>k&1 != 0) {
					t.Fatalf("%v, bounds %v: mask %b of %s, but basis %d is %v", l, bounds, mask, d.Name, k, basis)
				}
			}
		}
	})
}

func TestRankIsSizeOfImage(t *testing.T) {
	properties(t, func(t *testing.T, _ *rand.Rand, l Layout) {
		image := map[[2]int]int{}
		inputs(l, func(index []int) { image[[2]int(l.Apply(index...))]++ })
		if len(image) != 1<<l.Rank() {
			t.Fatalf("%v: rank %d, image of %d", l, l.Rank(), len(image))
		}
		full := l.OutSize("dim0") * l.OutSize("dim1")
		if l.IsSurjective() != (len(image) == full) {
			t.Fatalf("%v: surjective %v, image %d of %d", l, l.IsSurjective(), len(image), full)
		}
		injective := true
		for _, n := range image {
			injective = injective && n == 1
		}
		if l.IsInjective() != injective {
			t.Fatalf("%v: injective %v", l, l.IsInjective())
		}
	})
}

func TestInverseUndoesAndFreeBitsAreZero(t *testing.T) {
	seen := 0
	properties(t, func(t *testing.T, _ *rand.Rand, l Layout) {
		inv, err := l.Invert()
		if !l.IsSurjective() {
			if !errors.Is(err, ErrInvalid) {
				t.Fatalf("%v: error %v", l, err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		seen++
		id := must(t)(inv.Compose(l))
		inputs(id, func(index []int) {
			if got := id.Apply(index...); !slices.Equal(got, index) {
				t.Fatalf("%v: coordinate %v comes back as %v", l, index, got)
			}
		})
		free := l.FreeMasks()
		inputs(inv, func(index []int) {
			for i, v := range inv.Apply(index...) {
				if name := l.Ins()[i].Name; v&free[name] != 0 {
					t.Fatalf("%v: %v comes from %s %d, free bits %b", l, index, name, v, free[name])
				}
			}
		})
	})
	if seen == 0 {
		t.Fatal("no surjective layout was generated")
	}
}

func TestInputsWithoutFreeBitsCoverTheImageOnce(t *testing.T) {
	properties(t, func(t *testing.T, _ *rand.Rand, l Layout) {
		free := l.FreeMasks()
		image, owned := map[[2]int]bool{}, map[[2]int]int{}
		inputs(l, func(index []int) {
			at := [2]int(l.Apply(index...))
			image[at] = true
			for i, d := range l.Ins() {
				if index[i]&free[d.Name] != 0 {
					return
				}
			}
			owned[at]++
		})
		for at := range image {
			if owned[at] != 1 {
				t.Fatalf("%v: %v has %d owners", l, at, owned[at])
			}
		}
	})
}

func TestComposeAppliesBoth(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		l := random(r)
		var ins []In
		for _, d := range l.Outs() {
			bases := make([][]int, log2(d.Size))
			for i := range bases {
				bases[i] = []int{r.IntN(16)}
			}
			ins = append(ins, In{d.Name, bases})
		}
		slices.Reverse(ins) // Compose matches dimensions by name
		m := must(t)(New(ins, []Dim{{"offset", 16}}))
		c := must(t)(l.Compose(m))
		inputs(l, func(index []int) {
			mid := l.Apply(index...)
			slices.Reverse(mid)
			if got, want := c.Apply(index...), m.Apply(mid...); !slices.Equal(got, want) {
				t.Fatalf("%v then %v at %v: %v, want %v", l, m, index, got, want)
			}
		})
	}
}

func TestProductPlacesSecondFactorAbove(t *testing.T) {
	a := must(t)(Identity(4, Register, "dim0"))
	b := must(t)(Identity(8, Lane, "dim0"))
	p := must(t)(a.Product(b))
	inputs(p, func(index []int) {
		if got, want := p.Apply(index...)[0], index[0]+4*index[1]; got != want {
			t.Fatalf("%v: %d, want %d", index, got, want)
		}
	})
	z := must(t)(Zeros(4, Warp, "dim0"))
	p = must(t)(p.Product(z))
	if got := p.FreeMasks(); got[Warp] != 3 || got[Lane] != 0 || got[Register] != 0 {
		t.Fatalf("free bits %v", got)
	}
}

func TestBlockedDealsElementsInOrder(t *testing.T) {
	spec := BlockedSpec{SizePerThread: []int{4}, ThreadsPerWarp: []int{32}, WarpsPerCTA: []int{4}, Order: []int{0}}
	l := must(t)(Blocked(spec, []int{1024}))
	inputs(l, func(index []int) {
		reg, lane, warp := index[0], index[1], index[2]
		want := reg%4 + 4*lane + 128*warp + 512*(reg/4)
		if got := l.Apply(index...)[0]; got != want {
			t.Fatalf("%v: %d, want %d", index, got, want)
		}
	})
	if got := l.Contiguous("dim0"); got != 4 {
		t.Errorf("contiguous %d, want 4", got)
	}
}

func TestBlockedCoversEveryElement(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	pow := func(n int) int { return 1 << r.IntN(n) }
	for range 300 {
		shape := []int{pow(7), pow(7)}
		order := []int{0, 1}
		if r.IntN(2) == 0 {
			order = []int{1, 0}
		}
		spec, err := DefaultBlocked(shape, pow(4), order, 32, pow(4))
		if err != nil {
			t.Fatal(err)
		}
		l := must(t)(Blocked(spec, shape))
		if !l.IsSurjective() {
			t.Fatalf("shape %v, %+v: %v misses elements", shape, spec, l)
		}
		if l.InSize(Lane) != 32 {
			t.Fatalf("%+v has %d lanes", spec, l.InSize(Lane))
		}
		s := must(t)(l.Slice("dim1"))
		inputs(s, func(index []int) {
			if got := s.Apply(index...); len(got) != 1 || got[0] >= shape[0] {
				t.Fatalf("slice of %v at %v: %v", l, index, got)
			}
		})
		if !s.IsSurjective() {
			t.Fatalf("slice of %v misses elements", l)
		}
	}
}

func TestSmallTensorsAreReplicated(t *testing.T) {
	spec := BlockedSpec{SizePerThread: []int{1}, ThreadsPerWarp: []int{32}, WarpsPerCTA: []int{4}, Order: []int{0}}
	l := must(t)(Blocked(spec, []int{16}))
	free := l.FreeMasks()
	if free[Lane] != 16 || free[Warp] != 3 || free[Register] != 0 {
		t.Errorf("free bits %v, want lane 16, warp 3", free)
	}
}

func TestContiguousStopsWhereOthersShiftTheRun(t *testing.T) {
	l := must(t)(New([]In{{Register, [][]int{{1}, {2}}}, {Lane, [][]int{{6}}}}, []Dim{{"dim0", 8}}))
	if got := l.Contiguous("dim0"); got != 2 {
		t.Errorf("contiguous %d, want 2: lane 1 starts at 6", got)
	}
}

func TestInvalidLayoutsAreRefused(t *testing.T) {
	for name, f := range map[string]func() (Layout, error){
		"coordinate outside": func() (Layout, error) { return New([]In{{Lane, [][]int{{4}}}}, []Dim{{"dim0", 4}}) },
		"wrong rank":         func() (Layout, error) { return New([]In{{Lane, [][]int{{0, 0}}}}, []Dim{{"dim0", 4}}) },
		"odd size":           func() (Layout, error) { return New(nil, []Dim{{"dim0", 3}}) },
		"twice":              func() (Layout, error) { return New([]In{{Lane, nil}, {Lane, nil}}, nil) },
		"order": func() (Layout, error) {
			return Blocked(BlockedSpec{[]int{1, 1}, []int{1, 32}, []int{1, 1}, []int{1, 1}}, []int{2, 2})
		},
		"default order": func() (Layout, error) { return defaultBlocked([]int{64}, []int{3}) },
		"default size":  func() (Layout, error) { return defaultBlocked([]int{0}, []int{0}) },
		"input bits of a product": func() (Layout, error) {
			l := must(t)(Zeros(1<<40, Lane, "dim0"))
			return l.Product(l)
		},
		"lines of a factor": func() (Layout, error) { return Layout{}, factor(0).Check(0) },
		"dimension of a factor": func() (Layout, error) {
			return Layout{}, factor(2).Check(64)
		},
		"lines behind a factor":  func() (Layout, error) { return Layout{}, factor(0).CheckPart(48, 32, 32) },
		"lines before a factor":  func() (Layout, error) { return Layout{}, factor(0).CheckPart(-64, 64, 64) },
		"part of a panel":        func() (Layout, error) { return Layout{}, factor(0).CheckPart(32, 32, 32) },
		"part of a pattern":      func() (Layout, error) { return Layout{}, factor(1).CheckPart(4, 32, 32) },
		"dimension of a part":    func() (Layout, error) { return Layout{}, factor(2).CheckPart(0, 64, 64) },
		"an empty factor":        func() (Layout, error) { return Layout{}, WgmmaFactor{Spec: factor(0).Spec}.Check(64) },
		"instructions of a part": func() (Layout, error) { return Layout{}, factor(1).CheckPart(8, 32, 64) },
	} {
		if _, err := f(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// A factor may have any number of lines. An instruction reads all of them, or some.
func TestFactorsNeedNoPowersOfTwo(t *testing.T) {
	f := factor(1)
	f.Shape[0] = 192
	if err := f.Check(192); err != nil {
		t.Error(err)
	}
	if err := f.CheckPart(128, 64, 64); err != nil {
		t.Error(err)
	}
}

func factor(k int) WgmmaFactor {
	return WgmmaFactor{Spec: NVMMASpec{SwizzleBytes: 128, ElementBits: 16}, Shape: [2]int{64, 64}, K: k}
}

func defaultBlocked(shape, order []int) (Layout, error) {
	spec, err := DefaultBlocked(shape, 4, order, 32, 4)
	if err != nil {
		return Layout{}, err
	}
	return Blocked(spec, shape)
}

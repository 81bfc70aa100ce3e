package layout_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/girih-ir/girih/layout"
)

// randomTensorLayout returns a layout of registers, lanes and warps to a tensor of up to four dimensions.
func randomTensorLayout(r *rand.Rand) layout.Layout {
	outs := make([]layout.Dim, 1+r.IntN(4))
	for i := range outs {
		outs[i] = layout.Dim{Name: layout.OutName(i), Size: 1 << r.IntN(5)}
	}
	ins := make([]layout.In, 3)
	for i, name := range []string{layout.Register, layout.Lane, layout.Warp} {
		ins[i] = layout.In{Name: name}
		for range r.IntN(5) {
			basis := make([]int, len(outs))
			for d := range basis {
				basis[d] = r.IntN(outs[d].Size)
			}
			ins[i].Bases = append(ins[i].Bases, basis)
		}
	}
	l, err := layout.New(ins, outs)
	if err != nil {
		panic(err)
	}
	return l
}

// TestRearrangedLayouts compares the coordinates that every input has in a rearranged layout with those that it has
// before.
func TestRearrangedLayouts(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		l := randomTensorLayout(r)
		from := l.Outs()
		rank := len(from)

		total := 1
		for _, d := range from {
			total *= d.Size
		}
		var to []layout.Dim
		for rest := total; rest > 1 || len(to) == 0; {
			n := 1
			for n < rest && r.IntN(3) > 0 {
				n *= 2
			}
			to, rest = append(to, layout.Dim{Name: layout.OutName(len(to)), Size: n}), rest/n
		}
		order := make([]int64, rank)
		for i, p := range r.Perm(rank) {
			order[i] = int64(p)
		}
		last := slices.Clone(from[r.IntN(rank):])
		for i := range last {
			last[i].Size = max(1, last[i].Size>>r.IntN(2))
		}
		drop := r.IntN(rank)
		check := func(name string, got layout.Layout, err error, want func(c []int) []int) {
			if err != nil {
				t.Fatalf("seed %d: %s of %s: %v", seed, name, l, err)
			}
			for range 50 {
				index := []int{r.IntN(1 << 5), r.IntN(1 << 5), r.IntN(1 << 5)}
				if g, w := got.Apply(index...), want(l.Apply(index...)); !slices.Equal(g, w) {
					t.Fatalf("seed %d: %s of %s maps %v to %v, want %v", seed, name, l, index, g, w)
				}
			}
		}
		got, err := l.Reshaped(to)
		check("reshaped", got, err, func(c []int) []int {
			flat := 0
			for i, x := range c {
				flat = flat*from[i].Size + x
			}
			out := make([]int, len(to))
			for i := len(to) - 1; i >= 0; i-- {
				out[i], flat = flat%to[i].Size, flat/to[i].Size
			}
			return out
		})
		got, err = l.Permuted(order)
		check("permuted", got, err, func(c []int) []int {
			out := make([]int, rank)
			for i, p := range order {
				out[i] = c[p]
			}
			return out
		})
		got, err = l.Last(last)
		check("last", got, err, func(c []int) []int {
			out := slices.Clone(c[rank-len(last):])
			for i := range out {
				out[i] %= last[i].Size
			}
			return out
		})
		check("distributed", l.Distributed(), nil, func(c []int) []int { return c })
		check("with threads", l.WithThreads(32, 8), nil, func(c []int) []int { return c })
		got, err = l.Without(drop)
		if len(got.Ins()) == 3 && got.InSize(layout.Register) == l.InSize(layout.Register) {
			check("without", got, err, func(c []int) []int { return slices.Delete(slices.Clone(c), drop, drop+1) })
		}
	}
}

// TestSeveralDimensionsAreDroppedInTurn compares a layout without two dimensions with one that loses one after the
// other, and checks what is asked of basis vectors and shapes without a list of coordinates.
func TestSeveralDimensionsAreDroppedInTurn(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 4))
		l := randomTensorLayout(r)
		var shape []int64
		for _, d := range l.Outs() {
			shape = append(shape, int64(d.Size))
		}
		if !l.HasShape(shape) || l.HasShape(append(shape, 1)) || l.HasShape(append([]int64{2 * shape[0]}, shape[1:]...)) {
			t.Errorf("seed %d: shape %v of %s", seed, shape, l)
		}
		dim := r.IntN(len(shape))
		for _, in := range []string{layout.Register, layout.Lane, "none"} {
			along, others := l.Along(in, dim)
			for k, basis := range l.Bases(in) {
				moves := basis[dim] != 0
				basis[dim] = 0
				beside := slices.ContainsFunc(basis, func(x int) bool { return x != 0 })
				if moves != (along>>k&1 != 0) || beside != (others>>k&1 != 0) {
					t.Errorf("seed %d: bit %d of %s of %s: along %b, others %b", seed, k, in, l, along, others)
				}
			}
		}
		coords := make([]int, len(shape))
		if l.ApplyTo(coords, 3, 5); !slices.Equal(coords, l.Apply(3, 5)) {
			t.Errorf("seed %d: %v, want %v", seed, coords, l.Apply(3, 5))
		}
		if len(shape) < 2 {
			continue
		}
		next := r.IntN(len(shape) - 1)
		got, err := l.Without(dim, next)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := l.Without(dim)
		if want, err = want.Without(next); err != nil || !got.Equal(want) {
			t.Errorf("seed %d: without %d, %d: %s, error %v, want %s", seed, dim, next, got, err, want)
		}
		if _, err := l.Without(dim, len(shape)-1); !errors.Is(err, layout.ErrInvalid) {
			t.Errorf("seed %d: error %v", seed, err)
		}
	}
}

// TestResizedLayout shows that registers are added along larger dimensions, and that coordinates wrap around along
// smaller ones.
func TestResizedLayout(t *testing.T) {
	l, err := layout.New([]layout.In{{Name: layout.Register, Bases: [][]int{{0, 1}}},
		{Name: layout.Lane, Bases: [][]int{{0, 2}, {1, 0}}}}, []layout.Dim{{Name: "dim0", Size: 2}, {Name: "dim1", Size: 4}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rows, columns int
		want          string
	}{
		{2, 4, "register=[(0,1)] lane=[(0,2),(1,0)] -> dim0:2 dim1:4"},
		{8, 8, "register=[(0,1),(0,4),(2,0),(4,0)] lane=[(0,2),(1,0)] -> dim0:8 dim1:8"},
		{1, 2, "register=[(0,1)] lane=[(0,0),(0,0)] -> dim0:1 dim1:2"},
	} {
		got, err := l.Resized([]layout.Dim{{Name: "dim0", Size: c.rows}, {Name: "dim1", Size: c.columns}})
		if err != nil || got.String() != c.want {
			t.Errorf("%d x %d: got %s, %v, want %s", c.rows, c.columns, got, err, c.want)
		}
	}
	for _, outs := range [][]layout.Dim{{{Name: "dim0", Size: 8}}, {{Name: "dim0", Size: 2}, {Name: "dim1", Size: 3}}} {
		if got, err := l.Resized(outs); err == nil {
			t.Errorf("%v: got %s, want an error", outs, got)
		}
	}
	if got, err := l.Reshaped([]layout.Dim{{Name: "dim0", Size: 16}}); err == nil {
		t.Errorf("a tensor of 16 elements from one of 8: got %s, want an error", got)
	}
}

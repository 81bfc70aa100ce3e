package kernel

import (
	"context"
	"io/fs"
	"math"

	"github.com/girih-ir/girih/backend/interp"
	"github.com/girih-ir/girih/ir"
)

// TB is the part of *testing.T that [Check] needs.
type TB interface {
	Helper()
	Context() context.Context
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
}

// Check compiles a kernel in a test, and runs it twice on the same arguments: in the reference executor, and thread by
// thread. The test fails if the results differ by more than rounding, or if the second run finds a data race, an access
// out of bounds or an undefined value. Afterwards, the slices of the arguments hold the results of the reference
// executor.
func Check(t TB, source fs.FS, name string, o Options, grid [3]int32, args ...any) {
	t.Helper()
	k, err := Compile(source, name, o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	m, err := k.Module()
	if err != nil {
		t.Fatalf("%v", err)
	}
	want, err := bind(m, name, args)
	if err != nil {
		t.Fatalf("%v", err)
	}
	got, err := bind(m, name, args)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if err := m.Execute(t.Context(), name, interp.Grid(grid), want.values...); err != nil {
		t.Fatalf("the reference: %v", err)
	}
	if _, err := k.execute(t.Context(), grid, got); err != nil {
		t.Fatalf("thread by thread: %v", err)
	}
	want.compare(t, got)
	want.read()
}

// compare reports the first element of each argument that differs.
func (b *bound) compare(t TB, other *bound) {
	t.Helper()
	for n, v := range b.values {
		want, ok := v.(*interp.Array)
		if !ok {
			continue
		}
		got := other.values[n].(*interp.Array)
		scale := greatest(want) / 16
		for i := range want.Len() {
			if want.Defined(i) && !close(want, got, i, scale) {
				t.Errorf("argument %d, element %d: the reference gives %v, execution thread by thread gives %v",
					n, i, show(want, i), show(got, i))
				break
			}
		}
	}
}

// greatest returns the greatest magnitude of the finite elements of a float array, and 0 for other arrays.
func greatest(a *interp.Array) (most float64) {
	if !ir.IsFloat(a.Elem()) {
		return 0
	}
	for i := range a.Len() {
		if v := math.Abs(a.Float64(i)); a.Defined(i) && !math.IsInf(v, 0) && v > most {
			most = v
		}
	}
	return most
}

// close reports whether two elements are equal, except for rounding errors due to the order of sums and to
// approximations. The rounding errors of large numbers remain if these cancel. So the tolerance is relative to scale if
// the element is smaller than that.
func close(want, got *interp.Array, i int, scale float64) bool {
	format, ok := want.Elem().(*ir.FloatType)
	if !ok || want.Bits(i) == got.Bits(i) {
		return want.Bits(i) == got.Bits(i)
	}
	w, g := want.Float64(i), got.Float64(i)
	if math.IsNaN(w) || math.IsNaN(g) {
		return math.IsNaN(w) && math.IsNaN(g)
	}
	relative := map[int]float64{64: 1e-9, 32: 1e-5, 16: 2e-2}[int(format.Width())]
	if relative == 0 {
		relative = 0.125
	}
	return math.Abs(w-g) <= relative*max(math.Abs(w), scale, 1e-3)
}

func show(a *interp.Array, i int) any {
	if ir.IsFloat(a.Elem()) {
		return a.Float64(i)
	}
	return a.Bits(i)
}

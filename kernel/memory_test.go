package kernel_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/girih-ir/girih/kernel"
)

const memorySource = `package memory

import "github.com/girih-ir/girih/kernel"

func extremes(x kernel.Array1[int32], u kernel.Array1[uint32], out kernel.Array1[int32], wide kernel.Array1[uint32]) {
	i := kernel.Range(64)
	if i < x.Len(0) {
		out.Max(0, x.Load(i))
		out.Min(1, x.Load(i))
		out.Or(2, x.Load(i)&15)
		out.And(3, x.Load(i)|8)
		out.Xor(4, x.Load(i))
		wide.Max(0, u.Load(i))
		wide.Min(1, u.Load(i))
	}
}

// tickets has each program take the next number.
func tickets(counter kernel.Pointer[int32], out kernel.Array1[int32]) {
	out.Store(kernel.Program(0), counter.Add(0, 1))
}

// lock lets the first program to find 0 store its number plus 1.
func lock(owner kernel.Pointer[int32], won kernel.Array1[int32]) {
	me := kernel.Program(0)
	won.Store(me, kernel.Where(owner.CompareAndSwap(0, 0, me+1) == 0, int32(1), 0))
}

func swap(x kernel.Array1[float32], out kernel.Array1[float32]) {
	i := kernel.Range(8)
	out.Store(i, x.Exchange(i, -1))
}

// middle doubles a part of the columns; indices count from where the part begins.
func middle(x kernel.Array2[float32], from, to int32) {
	part := x.Slice(1, from, to)
	i, j := kernel.Range(4), kernel.Range(8)
	part.Store(i, j, 2*part.Load(i, j))
	part.Store(0, 0, float32(part.Len(1)))
}
`

func checkMemory(t *testing.T, name string, grid int32, args ...any) {
	t.Helper()
	kernel.Check(t, fstest.MapFS{"memory.go": {Data: []byte(memorySource)}}, name, kernel.Options{}, [3]int32{grid, 1, 1},
		args...)
}

func TestAtomicOperationsCombineAndReturnWhatWas(t *testing.T) {
	x, u := []int32{5, -9, 12, 3}, []uint32{7, 1 << 31, 9, 8}
	out, wide := []int32{-100, 100, 0, -1, 0}, []uint32{0, 1<<32 - 1}
	checkMemory(t, "extremes", 1, kernel.Of(x), kernel.Of(u), kernel.Of(out), kernel.Of(wide))
	if want := []int32{12, -9, 15, 8, 5 ^ -9 ^ 12 ^ 3}; !slices.Equal(out, want) {
		t.Errorf("%v, want %v", out, want)
	}
	if want := []uint32{1 << 31, 7}; !slices.Equal(wide, want) {
		t.Errorf("%v, want %v", wide, want)
	}

	old, floats := make([]float32, 3), []float32{1, 2, 3}
	checkMemory(t, "swap", 1, kernel.Of(floats), kernel.Of(old))
	if !slices.Equal(old, []float32{1, 2, 3}) || !slices.Equal(floats, []float32{-1, -1, -1}) {
		t.Error(old, floats)
	}
}

// TestEachProgramGetsItsOwnTurn does not compare the two executors, since the order of programs is not defined.
func TestEachProgramGetsItsOwnTurn(t *testing.T) {
	files := fstest.MapFS{"memory.go": {Data: []byte(memorySource)}}
	for name, want := range map[string][]int32{"tickets": {0, 1, 2, 3, 4}, "lock": {0, 0, 0, 0, 1}} {
		k, err := kernel.Compile(files, name, kernel.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			counter, out := []int32{0}, make([]int32, 5)
			if _, err := k.Simulate(t.Context(), [3]int32{5, 1, 1}, kernel.Of(counter), kernel.Of(out)); err != nil {
				t.Fatal(err)
			}
			slices.Sort(out)
			if !slices.Equal(out, want) {
				t.Errorf("%s: %v", name, out)
			}
		}
	}
}

func TestSlicesOfArraysAreArrays(t *testing.T) {
	x := make([]float32, 3*10)
	for i := range x {
		x[i] = float32(i)
	}
	checkMemory(t, "middle", 1, kernel.Of(x, 3, 10), int32(4), int32(9))
	want := make([]float32, 30)
	for i := range want {
		want[i] = float32(i)
		if c := i % 10; c >= 4 && c < 9 {
			want[i] *= 2
		}
	}
	want[4] = 5
	if !slices.Equal(x, want) {
		t.Errorf("%v\nwant %v", x, want)
	}
}

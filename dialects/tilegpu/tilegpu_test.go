package tilegpu_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/dialecttest"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
	"github.com/girih-ir/girih/layout"
)

const blocked = "#tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order " +
	"= [1, 0]}>"

func TestDefinesItsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, tilegpu.Dialect, "convert_layout", "shared_alloc", "shared_load", "shared_store",
		"shared_copy", "shared_group", "shared_await", "add_parts", "await_products", "bulk_store", "stream_dot",
		"ring", "ring_copy", "ring_await", "ring_release", "ring_store", "ring_end", "ring_load", "ring_dot", "ring_wait",
		"register_product", "fence_registers", "take_turn", "pass_turn",
		"split", "window_dot")
}

const linear = "#tilegpu.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 4]], " +
	"warp = []}>"

func TestLayoutsReadAndPrintAlike(t *testing.T) {
	ctx := ir.NewContext(tilegpu.Dialect)
	for _, s := range []string{blocked, "#tilegpu.slice<{dim = 1, parent = " + blocked + "}>",
		"#tilegpu.slice<{dim = 0, parent = #tilegpu.slice<{dim = 1, parent = " + blocked + "}>}>", linear} {
		a, err := text.ParseAttribute(ctx, s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		if a.String() != s {
			t.Errorf("%s prints as %s", s, a)
		}
		if again, err := text.ParseAttribute(ctx, s); err != nil || again != a {
			t.Errorf("%s is not interned", s)
		}
	}
}

func TestInvalidLayoutsAreRefused(t *testing.T) {
	ctx := ir.NewContext(tilegpu.Dialect)
	for _, c := range []struct{ text, want string }{
		{strings.Replace(blocked, "[1, 4]", "[1, 3]", 1), "3 is not a power of two"},
		{strings.Replace(blocked, "order = [1, 0]", "order = [1, 1]", 1), "not a permutation"},
		{strings.Replace(blocked, "[2, 1]", "[2]", 1), "1 entries for a tensor of rank 2"},
		{"#tilegpu.slice<{dim = 2, parent = " + blocked + "}>", "dimension must be less than 2"},
		{strings.Replace(linear, "[4, 4]", "[4]", 1), "same number of coordinates"},
		{strings.Replace(linear, ", [4, 4]", "", 1), "needs 5 basis vectors, but there are 4"},
		{strings.Replace(linear, "[4, 4]", "[-4, 4]", 1), "coordinate -4"},
		{"#tilegpu.slice<{dim = 0, parent = unit}>", "expected a layout"},
	} {
		if a, err := text.ParseAttribute(ctx, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, error %v, want %q", c.text, a, err, c.want)
		}
	}
}

// A slice is the layout that remains after a reduction. It must not depend on the extent of the reduced dimension: if
// the extent is larger, the threads along it hold copies.
func TestSliceIsTheParentWithoutTheDimension(t *testing.T) {
	ctx := ir.NewContext(tilegpu.Dialect)
	a, err := text.ParseAttribute(ctx, blocked)
	if err != nil {
		t.Fatal(err)
	}
	parent := a.(tilegpu.Encoding)
	for _, extent := range []int64{1, 4, 32, 256} {
		full, err := parent.Linear([]int64{16, extent})
		if err != nil {
			t.Fatal(err)
		}
		want, err := full.Slice("dim1")
		if err != nil {
			t.Fatal(err)
		}
		got, err := tilegpu.Slice(ctx, 1, parent).Linear([]int64{16})
		if err != nil {
			t.Fatal(err)
		}
		if !got.Equal(want) {
			t.Errorf("extent %d: got %v, want %v", extent, got, want)
		}
	}
}

// A slice of a slice is cut one dimension after the other, whichever comes first.
func TestSlicesOfSlicesAreCutInTurn(t *testing.T) {
	ctx := ir.NewContext(tilegpu.Dialect)
	whole := tilegpu.Blocked(ctx, layout.BlockedSpec{SizePerThread: []int{2, 1, 1, 4}, ThreadsPerWarp: []int{1, 4, 2, 4},
		WarpsPerCTA: []int{2, 1, 2, 1}, Order: []int{3, 1, 2, 0}})
	shape := []int64{4, 8, 2, 16}
	for outer := range 3 { // the dimension of the slice, and inner that of its parent
		for inner := range 4 {
			between := slices.Delete(slices.Clone(shape), inner, inner+1)
			left := slices.Delete(slices.Clone(between), outer, outer+1)
			cut := slices.Insert(slices.Insert(slices.Clone(left), outer, 1), inner, 1)
			want, err := whole.Linear(cut)
			for _, dim := range []int{inner, outer} {
				if err == nil {
					want, err = want.Without(dim)
				}
			}
			if err != nil {
				t.Fatal(err)
			}
			e := tilegpu.Slice(ctx, outer, tilegpu.Slice(ctx, inner, whole))
			if got, err := e.Linear(left); err != nil || !got.Equal(want) {
				t.Errorf("dimension %d of %d: got %v, error %v, want %v", outer, inner, got, err, want)
			}
			if _, err := e.Linear(between); !errors.Is(err, layout.ErrInvalid) {
				t.Errorf("a tensor of three dimensions: error %v", err)
			}
		}
	}
}

// parseLayout reads a layout.
func parseLayout(t *testing.T, ctx *ir.Context, s string) tilegpu.Encoding {
	t.Helper()
	a, err := text.ParseAttribute(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	return a.(tilegpu.Encoding)
}

// Along a smaller dimension, threads hold copies. Along a larger one, they have more registers.
func TestWrittenLayoutsFitTensorsOfAnyExtent(t *testing.T) {
	e := parseLayout(t, ir.NewContext(tilegpu.Dialect), linear)
	for _, c := range []struct {
		shape []int64
		want  string
	}{
		{[]int64{16, 8}, "register=[(0,1),(8,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,4)] warp=[] -> dim0:16 dim1:8"},
		{[]int64{16, 1}, "register=[(0,0),(8,0)] lane=[(0,0),(0,0),(1,0),(2,0),(4,0)] warp=[] -> dim0:16 dim1:1"},
		{[]int64{32, 16}, "register=[(0,1),(8,0),(0,8),(16,0)] lane=[(0,2),(0,4),(1,0),(2,0),(4,4)] warp=[] -> " +
			"dim0:32 dim1:16"},
	} {
		l, err := e.Linear(c.shape)
		if err != nil || l.String() != c.want || !l.IsSurjective() {
			t.Errorf("%v: %v, error %v, want %s", c.shape, l, err, c.want)
		}
	}
}

// If a tensor is rearranged and its layout is rearranged in the same way, each thread keeps its elements.
func TestRearrangedLayoutsUndoEachOther(t *testing.T) {
	ctx := ir.NewContext(tilegpu.Dialect)
	shape, wide := []int64{16, 32}, []int64{32, 16}
	for _, s := range []string{blocked, linear,
		"#tilegpu.slice<{dim = 0, parent = #tilegpu.blocked<{sizePerThread = [2, 1, 4], threadsPerWarp = [2, 2, 8], " +
			"warpsPerCTA = [2, 2, 1], order = [2, 1, 0]}>}>"} {
		e := parseLayout(t, ctx, s)
		equal := func(name string, got tilegpu.Encoding, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s of %s: %v", name, s, err)
			}
			want, _ := e.Linear(shape)
			if l, err := got.Linear(shape); err != nil || !l.Equal(want) {
				t.Errorf("%s of %s: %v, error %v, want %v", name, s, l, err, want)
			}
		}
		p, err := tilegpu.Permuted(ctx, []int64{1, 0}, e, shape)
		if err != nil {
			t.Fatal(err)
		}
		p, err = tilegpu.Permuted(ctx, []int64{1, 0}, p, wide)
		equal("permutation", p, err)
		flat, err := tilegpu.Reshaped(ctx, e, shape, []int64{512})
		if err != nil {
			t.Fatal(err)
		}
		flat, err = tilegpu.Reshaped(ctx, flat, []int64{512}, shape)
		equal("reshape", flat, err)
		x, err := tilegpu.Expanded(ctx, 1, e, shape)
		if err != nil {
			t.Fatal(err)
		}
		equal("slice of expansion", tilegpu.Slice(ctx, 1, x), nil)
		j, err := tilegpu.Joined(ctx, e, shape)
		if err != nil {
			t.Fatal(err)
		}
		equal("slice of joined", tilegpu.Slice(ctx, 2, j), nil)
		c, err := tilegpu.Concatenated(ctx, 0, e, shape)
		if err != nil {
			t.Fatal(err)
		}
		half, ok := tilegpu.Half(ctx, 0, c, []int64{32, 32})
		if !ok {
			t.Fatalf("%s has no half", c)
		}
		equal("half of concatenated", half, nil)
	}
	if _, ok := tilegpu.Half(ctx, 0, parseLayout(t, ctx, blocked), []int64{8, 32}); ok {
		t.Error("the halves are in different lanes, but there is a layout for them")
	}
}

func TestConversionKeepsTheShape(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"tensor<16x32xf32, #a>", "tensor<32x16xf32, #a>", "cannot change the shape"},
		{"tensor<16x32xf32, #a>", "tensor<16x32xf32>", "has no layout"},
		{"tensor<16xf32, #a>", "tensor<16xf32, #a>", "entries for a tensor of rank 1"},
		{"tensor<16x32xf32, #a>", "tensor<16x32xf32, #a>", ""},
	} {
		module := "#a = " + blocked + "\nfunc.func @f(%x: " + c.from + ") {\n%0 = tilegpu.convert_layout %x : " + c.from +
			" -> " +
			c.to + "\nreturn\n}"
		op, err := text.ParseString(ir.NewContext(builtin.Dialect, fn.Dialect, tilegpu.Dialect), module)
		if err == nil {
			err = ir.Verify(op, nil)
		}
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s -> %s: error %v, want %q", c.from, c.to, err, c.want)
		}
	}
}

package tilegpu_test

import (
	"strings"
	"testing"

	"github.com/girih-ir/girih/dialects/builtin"
	"github.com/girih-ir/girih/dialects/dialecttest"
	fn "github.com/girih-ir/girih/dialects/func"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/ir/text"
)

const blocked = "#tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [2, 1], order = [1, 0]}>"

func TestDefinesItsOperations(t *testing.T) {
	dialecttest.CheckDefinitions(t, tilegpu.Dialect, "convert_layout", "shared_alloc", "shared_load", "shared_store")
}

func TestLayoutsReadAndPrintAlike(t *testing.T) {
	ctx := ir.NewContext(tilegpu.Dialect)
	for _, s := range []string{blocked, "#tilegpu.slice<{dim = 1, parent = " + blocked + "}>",
		"#tilegpu.slice<{dim = 0, parent = #tilegpu.slice<{dim = 1, parent = " + blocked + "}>}>"} {
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
		{"#tilegpu.slice<{dim = 0, parent = unit}>", "expected a layout"},
	} {
		if a, err := text.ParseAttribute(ctx, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, error %v, want %q", c.text, a, err, c.want)
		}
	}
}

// A slice is what a reduction of a tensor of any extent leaves: where the reduced dimension is larger, the threads along
// it hold copies.
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

func TestConversionKeepsTheShape(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"tensor<16x32xf32, #a>", "tensor<32x16xf32, #a>", "cannot change the shape"},
		{"tensor<16x32xf32, #a>", "tensor<16x32xf32>", "has no layout"},
		{"tensor<16xf32, #a>", "tensor<16xf32, #a>", "entries for a tensor of rank 1"},
		{"tensor<16x32xf32, #a>", "tensor<16x32xf32, #a>", ""},
	} {
		module := "#a = " + blocked + "\nfunc.func @f(%x: " + c.from + ") {\n%0 = tilegpu.convert_layout %x : " + c.from + " -> " +
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

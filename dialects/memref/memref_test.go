package memref_test

import (
	"testing"

	"github.com/girih-ir/girih/dialects/memref"
	"github.com/girih-ir/girih/ir"
)

func TestStridesFollowFromShapesAndLayouts(t *testing.T) {
	ctx := ir.NewContext(memref.Dialect)
	f32 := ctx.Float("f32")
	for _, c := range []struct {
		shape   []int64
		strides []int64
	}{
		{nil, []int64{}},
		{[]int64{4, 8}, []int64{8, 1}},
		{[]int64{4, ir.Dynamic, 2}, []int64{ir.Dynamic, 2, 1}},
	} {
		offset, strides, ok := memref.Strides(ctx.MemRefType(c.shape, f32, nil, nil))
		if !ok || offset != 0 || len(strides) != len(c.strides) {
			t.Fatalf("shape %v: offset %d, strides %v, known %v", c.shape, offset, strides, ok)
		}
		for i := range strides {
			if strides[i] != c.strides[i] {
				t.Errorf("shape %v: strides %v, want %v", c.shape, strides, c.strides)
			}
		}
	}
}

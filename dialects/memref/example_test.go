package memref_test

import (
	"fmt"

	"github.com/girih-ir/girih/dialects/memref"
	"github.com/girih-ir/girih/ir"
)

// The example computes the strides of a buffer of 4 rows with an unknown number of pairs each.
func ExampleStrides() {
	ctx := ir.NewContext(memref.Dialect)
	t := ctx.MemRefType([]int64{4, ir.Dynamic, 2}, ctx.Float("f32"), nil, nil)
	offset, strides, ok := memref.Strides(t)
	fmt.Println(offset, strides[0] == ir.Dynamic, strides[1:], ok)
	// Output: 0 true [2 1] true
}

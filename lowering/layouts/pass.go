// Package layouts is the pass gpu-assign-layouts: it gives every tensor of a kernel a layout, and inserts
// tilegpu.convert_layout where layouts meet.
//
// Accesses to memory decide. For each shape the widest coalesced access, by the contiguity of its pointers (package
// axisinfo), gives the blocked layout that tensors of the shape have by preference; reductions and operations that add a
// dimension use slices of layouts; everything else follows its operands. The pass expects the strict level of dialect
// tile and leaves it, with encodings.
package layouts

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/layout"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block: a power of two, at most 32"`
}

// Pass is gpu-assign-layouts.
var Pass = &pass.Pass{
	Name:    "gpu-assign-layouts",
	Summary: "Give every tensor of a kernel a layout over the threads of a block",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		warps := ctx.Options.(*Options).NumWarps
		if !layout.IsPowerOfTwo(warps) || warps > 32 {
			return op.Errorf("num-warps must be a power of two of at most 32, but is %d", warps)
		}
		for inner := range op.Region(0).Entry().Ops() {
			if kernel, ok := tile.AsKernel(inner); ok {
				if err := Assign(kernel, warps); err != nil {
					return err
				}
			}
		}
		return nil
	},
}

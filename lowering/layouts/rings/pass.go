// Package rings is the pass gpu-ring-tiles: loops whose products take tiles of matrices in global memory get these tiles
// through rings of slots in shared memory, copied asynchronously a few iterations ahead, and warp groups compute the
// products. A loop may do anything else: in attention, it makes the left factor of its second product of the result of
// the first one. What is loaded before the loop, and multiplied in it, is copied once. Loops that do nothing but add up
// products are streams instead (package streams).
//
// The arrays' alignment must be promised, as tensor maps require (package tensormaps). The pass expects strict kernels
// that still have arrays, for a target with products of warp groups. Start at [find], which says which products
// qualify; rewrite.go says where tiles are copied, awaited and released.
package rings

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block: a power of two, at most 32"`
	// SharedMemory is 0 for what a block of sm_90 can have.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for those of sm_90"`
}

// Pass is gpu-ring-tiles.
var Pass = &pass.Pass{
	Name:    "gpu-ring-tiles",
	Summary: "Copy tiles that loops multiply asynchronously, through rings of slots in shared memory",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		opts, changed := *ctx.Options.(*Options), false
		if err := tilegpu.CheckWarps(op, opts.NumWarps); err != nil {
			return err
		}
		for kernel := range tile.Kernels(op) {
			changed = find(kernel, opts.NumWarps).rewrite(opts.SharedMemory) || changed
		}
		if !changed {
			ctx.PreserveAll()
		}
		return nil
	},
}

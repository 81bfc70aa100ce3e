// Package assign is the pass gpu-assign-layouts: it gives every tensor of a kernel a layout, and inserts
// tilegpu.convert_layout where layouts meet.
//
// Operations that hang together ask for layouts: accesses to memory for those that coalesce them, by the regularity of
// their pointers and masks (package axisinfo), products for square blocks. What they ask for spreads along definitions
// and uses, through reductions and rearrangements, to everything it can be had for; each class of operations then
// chooses the candidate for which accesses, arithmetic and conversions cost least in all. Tensors that are made of
// scalars and
// indices, such as pointers and masks, choose nothing: they are computed again in each layout that they are needed in.
// The pass expects the strict level of dialect tile and leaves it, with encodings.
//
// Start at [Assign]; network.go says what hangs together, rules.go how the layouts of an operation's operands and
// results do, cost.go what choices cost, solve.go makes them and realize.go carries them out.
package assign

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block: a power of two, at most 32"`
	// WarpGroups is for sm_90a alone: what it brought is in no later architecture.
	WarpGroups bool `opt:"warp-groups" help:"whether the target has matrix products of warp groups, as sm_90a has"`
}

// Pass is gpu-assign-layouts.
var Pass = &pass.Pass{
	Name:    "gpu-assign-layouts",
	Summary: "Give every tensor of a kernel a layout over the threads of a block",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		opts := *ctx.Options.(*Options)
		if err := tilegpu.CheckWarps(op, opts.NumWarps); err != nil {
			return err
		}
		for kernel := range tile.Kernels(op) {
			if err := Assign(kernel, opts); err != nil {
				return err
			}
		}
		for _, f := range functionsOf(op) {
			if err := Assign(tile.Kernel{Operation: f}, opts); err != nil {
				return err
			}
		}
		return nil
	},
}

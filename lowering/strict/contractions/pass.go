package contractions

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	// NumWarps is the number of warps in a block. It bounds the sizes of tiles, since warps hold their sums in
	// registers.
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SM is the oldest target that must run the program, such as 90 for sm_90: from sm_80 on threads copy tiles of f64
	// asynchronously.
	SM int `opt:"sm" help:"oldest target that must run the program, such as 90 for sm_90"`
	// SharedMemory is the number of bytes of shared memory that a block can have; 0 stands for the largest of any target.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for the largest of any target"`
	// Cache is the number of bytes of the L2 cache; 0 stands for that of the target.
	Cache int `opt:"cache" help:"bytes of the L2 cache; 0 for that of the target"`
	// Remarks reports how each contraction is computed, and why.
	Remarks bool `opt:"remarks" help:"report how each contraction is computed, and why"`
	// Check makes a kernel stop with an assertion if sizes that are dynamic disagree, or if an index lies outside of an
	// operand where this is not allowed.
	Check bool `opt:"check" help:"add checks that stop a kernel if sizes of a contraction disagree or an index is out of bounds"`
	// Boxes loads tiles that are boxes of the operands through views, so that bulk copies can load them. It is for
	// targets with products of warp groups.
	Boxes bool `opt:"boxes" help:"load tiles that are boxes of the operands through views, for asynchronous copies"`
	// Stages says when a launch consists of several kernels: kernels that first copy operands, and kernels that finally
	// add up parts of sums. It is never (or ""), auto, which decides by estimated costs, or always, wherever possible.
	// Launchers must run the kernels that [tile.Before] and [tile.After] name.
	Stages string `opt:"stages" help:"when a contraction may take further kernels: some before it that copy operands, one after it that adds partial sums" values:"never,auto,always"`
}

// cacheSize returns the number of bytes of the L2 cache.
func (o Options) cacheSize() float64 {
	if o.Cache > 0 {
		return float64(o.Cache)
	}
	return costs.MachineOf(o.SM).CacheSize
}

// Pass is tile-lower-contractions.
var Pass = &pass.Pass{
	Name:    "tile-lower-contractions",
	Summary: "Lower tensor contractions to loops over tiles",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4, Stages: "never"} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		found := op.Collect(func(op *ir.Operation) bool { return op.Is(&tile.Contract) })
		for _, op := range found {
			if err := lower(ctx, op); err != nil {
				return err
			}
		}
		return ctx.Finish(len(found) > 0)
	},
}

func lower(ctx *pass.Context, op *ir.Operation) error {
	c, err := tile.ContractionOf(op)
	if err != nil {
		return err
	}
	opts, notes := ctx.Options.(*Options), ""
	if opts.Stages == "auto" || opts.Stages == "always" {
		if c, notes, err = stage(c, *opts); err != nil {
			return err
		}
	}
	p, err := finalPlan(c, *opts)
	if err != nil {
		return err
	}
	p.notes = notes
	p.check = opts.Check && p.extents == nil
	if opts.Remarks {
		ctx.Remark(p.remark(c.LHS.Type().(*tile.ArrayType).ElementType().String()))
	}
	return p.lower()
}

package modular

import (
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// ExpandOptions are the options of [Expand].
type ExpandOptions struct {
	MaxFactor int64 `opt:"max-factor" help:"The greatest factor that is expanded"`
}

// ExpandStatistics count what [Expand] did.
type ExpandStatistics struct {
	Products int64 `stat:"num-products" help:"Number of products expanded"`
}

// Expand is the pass `modular-expand`: products by small constants become sums.
var Expand = &pass.Pass{
	Name:       "modular-expand",
	Summary:    "Turn products by small constants into sums",
	Anchor:     "func.func",
	Options:    func() any { return &ExpandOptions{MaxFactor: 3} },
	Statistics: func() any { return new(ExpandStatistics) },
	Run: func(ctx *pass.Context, f *ir.Operation) error {
		options, statistics := ctx.Options.(*ExpandOptions), ctx.Statistics.(*ExpandStatistics)
		products := f.Collect(func(op *ir.Operation) bool { return op.Is(&Mul) })
		b := ir.NewBuilder(f.Context())
		for _, op := range products {
			if c, ok := ir.ConstantOf(op.Operand(1)).(*ir.IntegerAttr); ok && 1 < c.Int64() && c.Int64() <= options.MaxFactor {
				expand(b.Before(op), op, c.Int64())
				statistics.Products++
			}
		}
		return nil
	},
}

func expand(b *ir.Builder, op *ir.Operation, factor int64) {
	b.CopyLoc(op)
	x := op.Operand(0)
	sum := x
	for range factor - 1 {
		sum = b.Build(&Add, []*ir.Value{sum, x}).Result(0)
	}
	op.Result(0).ReplaceAllUsesWith(sum)
	op.Erase()
}

// Package stripmine is the pass tile-strip-mine: it makes loops over strips of computations on tensors that are so
// large that each thread would have more elements than registers, and the program of one thread an instruction for each
// of them.
//
// A computation is what hangs together along a dimension of its tensors: elementwise operations, loads and stores, what
// is made of scalars and indices, broadcasts, reductions, scans and sorts along other dimensions, rows and columns of
// products, and what moves elements within other dimensions. It is done for one strip of the dimension after the other.
// Reductions along the dimension itself combine strips element by element in the loop, and the rest after it; scans,
// products and
// histograms hand on what earlier strips came to; a flip has the strips of its operand from the other end. Where
// something depends on a reduction, that comes first, in a loop of its own, and what it is made of is loaded and
// computed again in the loop of the rest, as is what is too large to keep while the loop runs (sink.go), or would have
// to be divided in two ways at once (untangle.go). A loop that carries tensors runs once for each strip of them
// (loops.go). A gather from a large
// tensor reads its elements from memory by index, where they are the same there (gather.go); output names the
// coordinates in the whole (print.go). Sorts, parts, and gathers from what is not computed element by element take
// their dimension whole; memory is accessed in another order only where that makes no difference.
//
// The pass expects the strict level of dialect tile, before layouts are assigned, and leaves it. Start at [Divide];
// classes.go finds what hangs together, by the rules of operations.go, legality.go whether it can be divided,
// rewrite.go divides it, with what strips hand on in carry.go.
package stripmine

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/analysis/costs"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block: a power of two, at most 32"`
	// SharedMemory is 0 for the most that a target has.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for the most of any target"`
}

// Pass is tile-strip-mine.
var Pass = &pass.Pass{
	Name:    "tile-strip-mine",
	Summary: "Make loops over strips of computations on tensors that are too large for registers",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: func(ctx *pass.Context, op *ir.Operation) error {
		opts := ctx.Options.(*Options)
		if err := tilegpu.CheckWarps(op, opts.NumWarps); err != nil {
			return err
		}
		for kernel := range tile.Kernels(op) {
			Divide(kernel, *opts)
		}
		return nil
	},
}

// limits say what is too large: a computation is divided if one of threads would have more than elements of a tensor,
// or more than instructions in all; strips have strip elements at most, and as many fewer as the instructions ask for,
// but not less than least, which one access to memory moves.
//
// A computation is also divided if one of its operations takes more than shared bytes of shared memory at once. Strips
// of a product's rows and columns, and of what it contracts, are product long at least, so that what threads read from
// shared memory serves several of their elements.
type limits struct{ threads, elements, instructions, strip, least, shared, product int64 }

// Divide makes loops in the blocks of a kernel.
func Divide(kernel tile.Kernel, opts Options) {
	l := limits{threads: int64(opts.NumWarps) * tilegpu.WarpSize, elements: costs.MaxElements,
		instructions: costs.MaxInstructions, strip: costs.Strip, least: costs.LeastStrip,
		shared: costs.SharedPerOperation, product: costs.ProductStrip}
	if opts.SharedMemory > 0 {
		l.shared = min(l.shared, int64(opts.SharedMemory))
	}
	divideWithin(kernel, l)
}

func divideWithin(kernel tile.Kernel, l limits) {
	gatherDirectly(kernel, l)
	printApart(kernel, l)
	var blocks []*ir.Block
	kernel.Walk(func(op *ir.Operation) bool {
		for i := range op.NumRegions() {
			for b := range op.Region(i).Blocks() {
				if !op.Is(&tile.Reduce) && !op.Is(&tile.Scan) && !op.Is(&tile.Map) {
					blocks = append(blocks, b)
				}
			}
		}
		return true
	})
	for len(blocks) > 0 {
		b := blocks[len(blocks)-1]
		blocks = blocks[:len(blocks)-1]
		if inner := divide(b, l); inner != nil {
			blocks = append(blocks, b, inner) // what is left, and what is still large along another dimension
		}
	}
}

// divide divides one computation of a block, if one is too large, and returns the body of the loop.
func divide(b *ir.Block, l limits) *ir.Block {
	a := analyze(b)
	if a.separate(l) {
		a = analyze(b)
	}
	for n := 0; n < maxUntangled && a.untangle(l); n++ {
		a = analyze(b)
	}
	for _, c := range a.inTurn() {
		strips := a.strips(c, l)
		if strips == 1 {
			continue
		}
		if plan, ok := a.plan(c); ok {
			plan.sink(l)
			return plan.rewrite(strips)
		}
		if elements, _ := c.load(l.threads); elements <= l.elements {
			continue // which threads keep, rather than compute them again
		}
		if plan, ok := a.first(c); ok {
			return plan.rewrite(strips)
		}
	}
	return nil
}

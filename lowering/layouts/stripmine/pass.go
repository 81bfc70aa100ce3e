// Package stripmine is the pass tile-strip-mine: it divides computations on large tensors into loops over strips of
// them. Without it, each thread would have more elements than registers, and its program an instruction for each
// element.
//
// A computation here is a set of operations that can be divided together along one dimension of their tensors:
// elementwise operations, loads, stores, broadcasts, tensors made of scalars and indices, reductions, scans and sorts
// along other dimensions, rows and columns of products, and rearrangements of other dimensions. The loop executes all
// of them for one strip in each iteration.
//
//   - A reduction along the dimension combines the strips element by element in the loop. After the loop, the resulting
//     strip is reduced.
//   - Scans, products and histograms carry a value from strip to strip. A flip reads the strips in reverse order.
//   - Operations that depend on a reduction go into a second loop, which loads and computes their operands again.
//     Tensors that are too large to keep during a loop are computed again for each strip (sink.go). Tensors that would
//     have to be divided in two ways at once are computed twice (untangle.go).
//   - A loop that carries tensors runs once for each strip of them (loops.go).
//   - A gather from a large tensor loads the elements by index instead, if memory still holds them (gather.go).
//   - Print operations show the coordinates in the whole tensor (print.go).
//
// Sorts along the dimension, extracted and inserted parts, and other gathers need the whole dimension. Accesses to
// memory change their order only if no program can observe it.
//
// The pass expects the strict level of dialect tile, before layouts are assigned. Start at [Divide]; classes.go finds
// the computations, by the rules of operations.go, legality.go says whether one can be divided, rewrite.go divides it,
// and carry.go has the values that go from strip to strip.
//
// Before:
//
//	tile.kernel @scale(%x: !tile.ptr<f32>, %s: f32) {
//	  %i = tile.iota : tensor<65536xi32>
//	  %base = tile.splat %x : !tile.ptr<f32> -> tensor<65536x!tile.ptr<f32>>
//	  %p = tile.addptr %base, %i : tensor<65536x!tile.ptr<f32>>, tensor<65536xi32> -> tensor<65536x!tile.ptr<f32>>
//	  %v = tile.load %p : tensor<65536x!tile.ptr<f32>>
//	  %scale = tile.splat %s : f32 -> tensor<65536xf32>
//	  %w = arith.mulf %v, %scale : tensor<65536xf32>
//	  tile.store %p, %w : tensor<65536x!tile.ptr<f32>>, tensor<65536xf32>
//	  tile.return
//	}
//
// After tile-strip-mine:
//
//	tile.kernel @scale(%arg0: !tile.ptr<f32>, %arg1: f32) {
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %c16_i32 = arith.constant 16 : i32
//	  scf.for %arg2 = %c0_i32 to %c16_i32 step %c1_i32  : i32 {
//	    %c4096_i32 = arith.constant 4096 : i32
//	    %0 = arith.muli %arg2, %c4096_i32 : i32
//	    %1 = tile.splat %0 : i32 -> tensor<4096xi32>
//	    %2 = tile.iota : tensor<4096xi32>
//	    %3 = arith.addi %1, %2 : tensor<4096xi32>
//	    %4 = tile.splat %arg0 : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
//	    %5 = tile.addptr %4, %3 : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32> -> tensor<4096x!tile.ptr<f32>>
//	    %6 = tile.load %5 : tensor<4096x!tile.ptr<f32>>
//	    %7 = tile.splat %arg1 : f32 -> tensor<4096xf32>
//	    %8 = arith.mulf %6, %7 : tensor<4096xf32>
//	    tile.store %5, %8 : tensor<4096x!tile.ptr<f32>>, tensor<4096xf32>
//	  }
//	  tile.return
//	}
package stripmine

import (
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/costs"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SharedMemory is the number of bytes of shared memory that a block can have; 0 stands for the largest of any
	// target.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for the largest of any target"`
}

// Pass is tile-strip-mine.
var Pass = &pass.Pass{
	Name:    "tile-strip-mine",
	Summary: "Divide computations on tensors that are too large for registers into loops over strips",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		Divide(kernel, *ctx.Options.(*Options))
		return true, nil
	}),
}

// limits say when a computation is divided, and how long strips are. The numbers come from package costs.
type limits struct {
	threads      int64 // threads of a block
	elements     int64 // largest number of elements of a tensor in a thread
	instructions int64 // largest number of instructions of a thread for a computation
	shared       int64 // most bytes of shared memory that an operation may take
	strip, least int64 // largest and smallest number of elements of a strip in a thread
	product      int64 // least length of strips of rows, columns and contracted dimensions of products
}

// Divide divides the large computations in all blocks of a kernel.
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
			blocks = append(blocks, b, inner) // other computations, and strips that are large along another dimension
		}
	}
}

// divide divides one computation of a block, if one is too large, and returns the body of the loop.
func divide(b *ir.Block, l limits) *ir.Block {
	if small(b, l) {
		return nil
	}
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
			continue // threads can hold the tensors; computing them again in a second loop would cost more
		}
		if plan, ok := a.first(c); ok {
			return plan.rewrite(strips)
		}
	}
	return nil
}

// small reports whether all tensors of a block together are within the limits of one computation. Then so are the
// tensors of each class, of which the analysis need not know.
func small(b *ir.Block, l limits) bool {
	instructions := int64(0)
	within := func(v *ir.Value, counts bool) bool {
		n := perThread(v, l.threads)
		if counts {
			instructions += n * int64(len(shapeOf(v)))
		}
		return n <= l.elements && instructions <= l.instructions
	}
	a := analysis{block: b}
	for op := range a.ops() {
		bytes := int64(0)
		for _, v := range op.Operands() {
			if bytes += 2 * elementsOf(v) * exchangedBytes(op, v); !within(v, v.ParentBlock() != b) || bytes > l.shared {
				return false
			}
		}
		for _, v := range op.Results() {
			if !within(v, true) {
				return false
			}
		}
	}
	return true
}

// Package streams is the pass gpu-stream-products. Where a loop does nothing but multiply tiles of two matrices in
// global memory and add up the products, it makes one tilegpu.stream_dot of the loop: the tiles are copied to shared
// memory asynchronously, a few iterations ahead. A factor may be the transpose of what is loaded.
//
// The kernel gets an argument for each matrix: a tensor map, which the launcher makes from the array. A tensor map
// requires rows that begin at multiples of 16 bytes, so the kernel has to promise that of its arrays. The pass expects
// strict kernels that still have arrays, for a target with products of warp groups. Start at [stream]; match.go says
// which loops qualify.
//
// Before:
//
//	tile.kernel @product(%a: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %b: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %n: i32, %out: !tile.ptr<f32>) {
//	  %zero = arith.constant dense<0.0> : tensor<128x128xf32>
//	  %c0 = arith.constant 0 : i32
//	  %c1 = arith.constant 1 : i32
//	  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
//	    %x = tile.load_view %a[%c0, %k] padding zero : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<128x64xf16>
//	    %y = tile.load_view %b[%k, %c0] padding zero : !tile.array<?x?xf16, strides = [?, 1]> -> tensor<64x128xf16>
//	    %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
//	    scf.yield %next : tensor<128x128xf32>
//	  }
//	  %p = tile.splat %out : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>>
//	  tile.store %p, %sum : tensor<128x128x!tile.ptr<f32>>, tensor<128x128xf32>
//	  tile.return
//	}
//
// After gpu-stream-products:
//
//	tile.kernel @product(%arg0: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32,
//	    tile.stride_divisibility = array<i64: 8, 1>}, %arg1: !tile.array<?x?xf16, strides = [?,
//	    1]> {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %arg2: i32,
//	    %arg3: !tile.ptr<f32>, %arg4: !tile.ptr<i8> {tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 128, 64>,
//	    elem = f16, sizes = array<i64: 1, 2>, strides = array<i64: 3, -2>, swizzle = 128 : i32}},
//	    %arg5: !tile.ptr<i8> {tilegpu.tensor_map = {base = 4 : i32, box = array<i64: 64, 64>, elem = f16,
//	    sizes = array<i64: 5, 6>, strides = array<i64: 7, -2>, swizzle = 128 : i32}}) {
//	  %cst = arith.constant dense<0.000000e+00> : tensor<128x128xf32>
//	  %c0_i32 = arith.constant 0 : i32
//	  %c1_i32 = arith.constant 1 : i32
//	  %0 = tilegpu.stream_dot %arg4[%c0_i32] by %arg5[%c0_i32] from %c0_i32 to %arg2,
//	      %cst {lhs_tile = tensor<128x64xf16>, rhs_tile = tensor<64x128xf16>, stages = 6 : i32} : !tile.ptr<i8>,
//	      !tile.ptr<i8> -> tensor<128x128xf32>
//	  %1 = tile.splat %arg3 : !tile.ptr<f32> -> tensor<128x128x!tile.ptr<f32>>
//	  tile.store %1, %0 : tensor<128x128x!tile.ptr<f32>>, tensor<128x128xf32>
//	  tile.return
//	}
package streams

import (
	"github.com/girih-ir/girih/dialects/arith"
	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/dialects/tilegpu"
	"github.com/girih-ir/girih/internal/analysis/tensorcores"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SharedMemory is the number of bytes of shared memory that a block can have; 0 stands for that of sm_90.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for those of sm_90"`
	// Blocks is the number of blocks that must fit on a multiprocessor at the same time; 0 stands for 1.
	Blocks int `opt:"blocks" help:"number of blocks that must fit on a multiprocessor at the same time"`
	// Remarks reports products whose tiles are not copied asynchronously because the kernel does not promise alignment,
	// and loops that get another number of stages than they ask for.
	Remarks bool `opt:"remarks" help:"report products whose arrays are not known to have aligned rows, and loops that get another number of stages"`
}

// Pass is gpu-stream-products.
var Pass = &pass.Pass{
	Name:    "gpu-stream-products",
	Summary: "Replace loops that multiply tiles by streams of asynchronous copies and products",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		opts := *ctx.Options.(*Options)
		if opts.Remarks {
			remark(ctx, kernel)
		}
		return stream(ctx, kernel, opts), nil
	}),
}

// remark reports the products of a kernel that could be streams if the kernel promised aligned rows.
func remark(ctx *pass.Context, kernel tile.Kernel) {
	kernel.Walk(func(op *ir.Operation) bool {
		if array := unaligned(kernel, op); array != nil {
			ctx.Remark(op.Errorf("has tiles that are not copied asynchronously: the rows of argument #%d are not known to be "+
				"aligned, which tile.divisibility = 16 and a tile.stride_divisibility of 8 elements would promise",
				array.Index()))
		}
		return true
	})
}

// stream replaces the loops of a kernel that are contractions, and reports whether there were any.
func stream(ctx *pass.Context, kernel tile.Kernel, opts Options) (changed bool) {
	var found []*contraction
	kernel.WalkPostOrder(func(op *ir.Operation) {
		if c := match(kernel, op, opts); c != nil {
			found = append(found, c)
		}
	})
	maps := tensormaps.New(kernel)
	for _, c := range found {
		if d := tensorcores.StagesRemark(c.loop.Operation, int64(c.stages), tensorcores.MaxStages); d != nil && opts.Remarks {
			ctx.Remark(d)
		}
		c.rewrite(maps)
	}
	maps.Finish()
	return found != nil
}

// rewrite replaces the loop by a tilegpu.stream_dot.
func (c *contraction) rewrite(maps *tensormaps.Maps) {
	b := ir.NewBuilder(c.loop.Context()).Before(c.loop.Operation)
	b.SetLoc(c.dot.Loc())
	var pointers [2]*ir.Value
	for i, load := range c.loads {
		box := c.factors[i].Box()
		pointers[i] = maps.Of(tensormaps.ArrayOf(load.Operand(0)), c.tiles()[i].ElementType(),
			[]int64{int64(box[0]), int64(box[1])}, c.factors[i].Spec.SwizzleBytes)
	}
	sum := tilegpu.NewStream(b, [7]*ir.Value{pointers[0], c.tileAt(b, 0, c.row), pointers[1], c.tileAt(b, 1, c.column),
		c.loop.LowerBound(), c.trips(b), c.loop.Inits()[0]}, c.tiles(), c.transposed, c.stages)
	c.loop.Result(0).ReplaceAllUsesWith(sum)
	c.loop.DropAllReferences()
	c.loop.Erase()
}

// trips returns the number of the first tile after the last iteration. If the step is 1, that is the loop's upper
// bound. A loop with a greater step starts from 0, and the result is its number of iterations. Tiles with indices that
// do not fit in 32 bits are outside of the matrix and contribute zero, so the result is limited to exclude them.
func (c *contraction) trips(b *ir.Builder) *ir.Value {
	end := c.loop.UpperBound()
	if c.step > 1 { // (end-1)/step + 1, which cannot overflow
		some := arith.NewCmpI(b, arith.SGT, end, number(b, 0))
		whole := binary(b, &arith.DivUI, binary(b, &arith.SubI, end, number(b, 1)), number(b, c.step))
		end = arith.NewSelect(b, some, binary(b, &arith.AddI, whole, number(b, 1)), number(b, 0))
	}
	if c.far {
		end = binary(b, &arith.MinSI, end, number(b, numbered(c.size(0, 1))))
	}
	return end
}

// tileAt returns the row (i = 0) or column (i = 1) of a tile. If tiles may be outside of the matrix, the index of a
// tile's first element may not fit in 32 bits. Such a tile gets the number -1, which is outside as well.
func (c *contraction) tileAt(b *ir.Builder, i int, n *ir.Value) *ir.Value {
	if !c.anywhere[i] {
		return n
	}
	inside := arith.NewCmpI(b, arith.ULT, n, number(b, numbered(c.size(i, i))))
	return arith.NewSelect(b, inside, n, number(b, -1))
}

func binary(b *ir.Builder, def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return b.Build(def, []*ir.Value{x, y}).Result(0)
}

func number(b *ir.Builder, n int64) *ir.Value {
	return arith.NewConstant(b, b.Context().Integer(b.Context().I(32), n))
}

// numbered returns how many tiles of a width, counted from 0, begin at an index that fits in a signed i32.
func numbered(width int64) int64 { return (1<<31-1)/width + 1 }

// Package bulkstores is the pass gpu-bulk-store-tiles. It stores the results of tensor cores by bulk copies: threads
// write a tile to shared memory, and a bulk copy writes it to the array. Without the pass, threads would store to the
// array directly. These stores are narrow, since a thread of a warp group holds only two neighboring elements of a row.
// A bulk copy does not write beyond the bounds of the array, so arrays may have any size.
//
// In a loop over tiles, a tile that is loaded and added to products comes by a bulk copy, and the result goes out
// through the same shared memory (source.go).
//
// As for loads by bulk copies, the kernel must promise the alignment of the array (package tensormaps). The kernel must
// not access the array in another way. The pass expects strict kernels that still have arrays, for sm_90 or later.
// Start at [match].
//
// Before:
//
//	!c = !tile.array<?x?xf16, strides = [?, 1]>
//	tile.kernel @product(%c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %i: i32) {
//	  %x = arith.constant dense<1.0> : tensor<64x64xf16>
//	  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
//	  %sum = tile.dot %x, %x, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	  %narrow = arith.truncf %sum : tensor<64x64xf32> to tensor<64x64xf16>
//	  tile.store_view %narrow, %c[%i, %i] : tensor<64x64xf16>, !c
//	  tile.return
//	}
//
// After gpu-bulk-store-tiles:
//
//	tile.kernel @product(%arg0: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32,
//	    tile.stride_divisibility = array<i64: 8, 1>}, %arg1: i32,
//	    %arg2: !tile.ptr<i8> {tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 64, 64>, elem = f16,
//	    sizes = array<i64: 1, 2>, strides = array<i64: 3, -2>, swizzle = 128 : i32}}) {
//	  %cst = arith.constant dense<1.000000e+00> : tensor<64x64xf16>
//	  %cst_0 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
//	  %0 = tile.dot %cst, %cst, %cst_0 : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
//	  %1 = arith.truncf %0 : tensor<64x64xf32> to tensor<64x64xf16>
//	  %c64_i32 = arith.constant 64 : i32
//	  %2 = arith.muli %arg1, %c64_i32 : i32
//	  %c64_i32_1 = arith.constant 64 : i32
//	  %3 = arith.muli %arg1, %c64_i32_1 : i32
//	  tilegpu.bulk_store %1 to %arg2[%2, %3] : tensor<64x64xf16>, !tile.ptr<i8>
//	  tile.return
//	}
package bulkstores

import (
	"slices"

	"github.com/girih-ir/girih/dialects/tile"
	"github.com/girih-ir/girih/ir"
	"github.com/girih-ir/girih/lowering/layouts/internal/room"
	"github.com/girih-ir/girih/lowering/layouts/internal/tensormaps"
	"github.com/girih-ir/girih/pass"
)

// Options of the pass.
type Options struct {
	NumWarps int `opt:"num-warps" help:"number of warps in a block" values:"1,2,4,8,16,32"`
	// SharedMemory is how many bytes of shared memory a block of the target can have; 0 stands for those of sm_90.
	SharedMemory int `opt:"shared-memory" help:"bytes of shared memory that a block can have; 0 for those of sm_90"`
	// Remarks reports, with severity [ir.Remark], whether bulk copies or threads store each result of tensor cores.
	Remarks bool `opt:"remarks" help:"report which way results of products are stored, and why"`
}

// Pass is gpu-bulk-store-tiles.
var Pass = &pass.Pass{
	Name:    "gpu-bulk-store-tiles",
	Summary: "Store what tensor cores computed by bulk copies from shared memory",
	Anchor:  "builtin.module",
	Options: func() any { return &Options{NumWarps: 4} },
	Run: pass.Each(tile.Kernels, func(ctx *pass.Context, kernel tile.Kernel) (changed bool, err error) {
		opts := *ctx.Options.(*Options)
		c := newChooser(room.Plan{Kernel: kernel, Warps: opts.NumWarps}, opts.SharedMemory)
		c.choose()
		if opts.Remarks {
			for _, s := range c.list {
				ctx.Remark(s.remark())
			}
		}
		return rewrite(kernel, c.list), nil
	}),
}

// remark says whether bulk copies or threads make a store, and why.
func (s *store) remark() *ir.Diagnostic {
	if s.why != "" {
		return s.op.Errorf("is made by threads, not by bulk copies from shared memory: %s", s.why)
	}
	return s.op.Errorf("is made by bulk copies from shared memory")
}

// rewrite replaces the stores of a kernel that bulk copies can make, and reports whether there are any.
func rewrite(kernel tile.Kernel, list []*store) (changed bool) {
	maps := tensormaps.New(kernel)
	for i, s := range list {
		if s.why != "" {
			continue
		}
		if j := slices.IndexFunc(list[:i], s.shares); j >= 0 {
			s.buffer = list[j].buffer
		}
		s.rewrite(maps)
		changed = true
	}
	maps.Finish()
	return changed
}

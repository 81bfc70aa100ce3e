// Package kernels compiles computations on whole tensors to tile kernels: the functions that tensor-fuse outlines, and
// the primitives between them. The pass tensor-to-tile does so for the functions, and prints the kernels as text.
//
// Before:
//
//	func.func private @f_0(%x: tensor<64x100xf32>) -> tensor<64x100xf32> attributes {prim.region = "rows"} {
//	  %0 = prim.amax %x dims [1] : tensor<64x100xf32> -> tensor<64xf32>
//	  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<64xf32> -> tensor<64x100xf32>
//	  %2 = prim.sub %x, %1 : tensor<64x100xf32>
//	  return %2 : tensor<64x100xf32>
//	}
//
// After tensor-to-tile, canonicalize, cse:
//
//	func.func private @f_0(%arg0: tensor<64x100xf32>) -> tensor<64x100xf32> attributes {prim.grid = array<i64: 64, 1,
//	    1>, prim.kernel = @f_0_kernel, prim.region = "rows"} {
//	  %0 = prim.amax %arg0 dims [1] : tensor<64x100xf32> -> tensor<64xf32>
//	  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<64xf32> -> tensor<64x100xf32>
//	  %2 = prim.sub %arg0, %1 : tensor<64x100xf32>
//	  return %2 : tensor<64x100xf32>
//	}
//	tile.kernel @f_0_kernel(%arg0: !tile.ptr<f32> {tile.divisibility = 16 : i32},
//	    %arg1: !tile.ptr<f32> {tile.divisibility = 16 : i32}) attributes {tile.semantics = #tile.semantics<triton>} {
//	  %0 = tile.literal -inf
//	  %1 = tile.literal 0
//	  %c100_i32 = arith.constant 100 : i32
//	  %2 = tile.program_id 0
//	  %3 = tile.iota : tensor<128xi32>
//	  %4 = tile.splat %c100_i32 : i32 -> tensor<128xi32>
//	  %5 = arith.cmpi slt, %3, %4 : tensor<128xi32>
//	  %6 = tile.mul %2, %c100_i32 : i32, i32 -> i32
//	  %7 = tile.addptr %arg0, %6 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
//	  %8 = tile.splat %7 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %9 = tile.addptr %8, %3 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
//	  %10 = tile.cast %1 : !tile.literal<int> -> f32
//	  %11 = tile.splat %10 : f32 -> tensor<128xf32>
//	  %12 = tile.load %9, %5, %11 : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, tensor<128xf32>
//	  %13 = tile.cast %0 : !tile.literal<float> -> f32
//	  %14 = tile.splat %13 : f32 -> tensor<128xf32>
//	  %15 = tile.where %5, %12, %14 : tensor<128xi1>, tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
//	  %16 = tile.reduce %15 axis = 0 {
//	  ^bb0(%arg2: f32, %arg3: f32):
//	    %22 = tile.max %arg2, %arg3 propagate_nan : f32, f32 -> f32
//	    tile.yield %22 : f32
//	  } : tensor<128xf32> -> f32
//	  %17 = tile.splat %16 : f32 -> tensor<128xf32>
//	  %18 = tile.sub %12, %17 : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
//	  %19 = tile.addptr %arg1, %6 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
//	  %20 = tile.splat %19 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %21 = tile.addptr %20, %3 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
//	  tile.store %21, %18, %5 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
//	  tile.return
//	}
//
// A program computes a tile of points or, where rows are reduced, whole rows. Rows that do not fit in registers are
// read in parts, in one pass for each reduction that depends on another one. Dimensions that are contiguous in all
// operands are merged. Kernels take pointers and compute addresses with any strides, so that views cost no copies.
// Products and convolutions are contractions of arrays, with operations on their results as epilogue. Sizes that the
// program does not know are arguments of kernels; others are constants.
//
// A kernel computes what package backend/tensors computes, but sums in the precision of the element type, where that
// package sums in float64. Narrow floats are computed in f32. An index out of range stops a kernel.
//
// Start at [Build]. It takes a [Step], and returns a [Computation], which consists of launches of kernels. It needs
// strides and sizes, so executors call it when they plan a program (package kernel/models). If there is no kernel, the
// error wraps [ErrNoKernel]. region.go has the code that regions share, rows.go and loops.go compute reductions of
// rows, functions.go has arithmetic, and there is a file for each family of primitives.
package kernels

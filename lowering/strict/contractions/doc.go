// Package contractions is the pass tile-lower-contractions. It replaces a contraction (tile.contract) by two nested
// loops: the outer one runs over tiles of the output, the inner one over tiles of the sum. The inner loop loads tiles
// of both operands and multiplies them.
//
// The letters of an equation belong to four classes, as in package dialects/tile/contract: batch, rows of the output
// (M), columns of the output (N), and the contracted letters (K), over which products are summed. The operands lhs and
// rhs are called factors. The letters of a class form one flat index, a number in mixed radix: each letter is a digit,
// and the last digit is the letter with the smallest stride.
//
// The address of an element is a sum of two parts. The part for the outer letters (batch, M or N) is computed once for
// each tile. The part for K is found in one of these ways:
//
//   - If the distance from each element of the sum to the next is constant, it is a multiple of the flat index.
//   - If a tile of the sum lies along one or two letters, the distances within the tile are known (runs.go).
//   - If sizes and strides are known, it is read from a table that all programs share.
//   - Otherwise it is computed from the digits of the flat index.
//
// If elements outside of an operand count as zero, the indices for the bounds checks are found in the same way. If the
// length of the sum is not a multiple of the tile, the shorter tile comes before the loop, which then needs no masks.
//
// Some contractions take other routes. If every class has one letter and every axis is a single letter, tiles are
// loaded through views, as in a matrix product, and later passes can make asynchronous copies of these loads. On
// targets with tensor maps, tiles that are boxes of both operands are loaded through views, too (boxes.go), or tiles of
// several boxes (pieces.go), which may overlap (overlap.go). If a factor
// has a single row or column, such as the filter of a depthwise convolution, each lane sums up elements of the output,
// without a matrix product (lanes.go). If contiguous elements of an operand and of the output lie along different
// letters, a tile has a few values of both letters (patches.go). If the last rows or columns are few, they have smaller
// tiles (rest.go). Long sums with few results are divided into parts (parts.go), or several blocks share a tile
// (clusters.go).
//
// Of several sizes of tiles, the pass takes those with the least estimated time (shape.go, rounds.go, costs.go). Tiles
// side by side can be computed together, as one of 192 columns (wide.go), and stored together (together.go). Operands
// of f64 may change places (places.go).
//
// The programs of a grid share the tiles, whatever the size of the grid. Remarks say which route was taken. Start at
// [Pass]; plan.go decides, and index.go computes with indices.
//
// Before:
//
//	tile.kernel @k(%x: !tile.array<1x6xf32, strides = [6, 1]>, %w: !tile.array<3x4xf32, strides = [4, 1]>,
//	    %y: !tile.array<1x4x4xf32, strides = [16, 4, 1]>) {
//	  tile.contract "c(h+r),rk->ckh" %x, %w into %y {shape = array<i64: 4, 4, 4>} : !tile.array<1x6xf32,
//	    strides = [6, 1]>, !tile.array<3x4xf32, strides = [4, 1]>, !tile.array<1x4x4xf32, strides = [16, 4, 1]>
//	  tile.return
//	}
//
// After tile-lower-contractions:
//
//	tile.kernel @k(%arg0: !tile.array<1x6xf32, strides = [6, 1]>, %arg1: !tile.array<3x4xf32, strides = [4, 1]>,
//	    %arg2: !tile.array<1x4x4xf32, strides = [16, 4, 1]>) {
//	  %c1_i32 = arith.constant 1 : i32
//	  %0 = tile.program_id 2
//	  %1 = tile.num_programs 2
//	  %2 = tile.num_programs 1
//	  %3 = arith.muli %0, %2 : i32
//	  %4 = tile.program_id 1
//	  %5 = arith.addi %3, %4 : i32
//	  %6 = arith.muli %1, %2 : i32
//	  %7 = tile.num_programs 0
//	  %8 = arith.muli %5, %7 : i32
//	  %9 = tile.program_id 0
//	  %10 = arith.addi %8, %9 : i32
//	  %11 = arith.muli %6, %7 : i32
//	  scf.for %arg3 = %10 to %c1_i32 step %11  : i32 {
//	    %12 = tile.iota : tensor<4xi32>
//	    %13 = tile.iota : tensor<4xi32>
//	    %14 = tile.base %arg0 : !tile.array<1x6xf32, strides = [6, 1]>
//	    %15 = tile.base %arg1 : !tile.array<3x4xf32, strides = [4, 1]>
//	    %cst = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
//	    %16 = tile.iota : tensor<4xi32>
//	    %cst_0 = arith.constant dense<-1> : tensor<4xi32>
//	    %17 = arith.addi %16, %cst_0 : tensor<4xi32>
//	    %cst_1 = arith.constant dense<3> : tensor<4xi32>
//	    %18 = arith.cmpi ult, %17, %cst_1 : tensor<4xi32>
//	    %19 = tile.splat %14 : !tile.ptr<f32> -> tensor<4x4x!tile.ptr<f32>>
//	    %20 = tile.expand_dims %12 axis = 1 : tensor<4xi32> -> tensor<4x1xi32>
//	    %21 = tile.broadcast %20 : tensor<4x1xi32> -> tensor<4x4xi32>
//	    %22 = tile.addptr %19, %21 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32> -> tensor<4x4x!tile.ptr<f32>>
//	    %23 = tile.expand_dims %17 axis = 0 : tensor<4xi32> -> tensor<1x4xi32>
//	    %24 = tile.broadcast %23 : tensor<1x4xi32> -> tensor<4x4xi32>
//	    %25 = tile.addptr %22, %24 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32> -> tensor<4x4x!tile.ptr<f32>>
//	    %26 = tile.expand_dims %18 axis = 0 : tensor<4xi1> -> tensor<1x4xi1>
//	    %27 = tile.broadcast %26 : tensor<1x4xi1> -> tensor<4x4xi1>
//	    %cst_2 = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
//	    %28 = tile.load %25, %27, %cst_2 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi1>, tensor<4x4xf32>
//	    %29 = tile.splat %15 : !tile.ptr<f32> -> tensor<4x4x!tile.ptr<f32>>
//	    %30 = tile.expand_dims %13 axis = 0 : tensor<4xi32> -> tensor<1x4xi32>
//	    %31 = tile.broadcast %30 : tensor<1x4xi32> -> tensor<4x4xi32>
//	    %32 = tile.addptr %29, %31 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32> -> tensor<4x4x!tile.ptr<f32>>
//	    %cst_3 = arith.constant dense<4> : tensor<4xi32>
//	    %33 = arith.muli %17, %cst_3 : tensor<4xi32>
//	    %34 = tile.expand_dims %33 axis = 1 : tensor<4xi32> -> tensor<4x1xi32>
//	    %35 = tile.broadcast %34 : tensor<4x1xi32> -> tensor<4x4xi32>
//	    %36 = tile.addptr %32, %35 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32> -> tensor<4x4x!tile.ptr<f32>>
//	    %37 = tile.expand_dims %18 axis = 1 : tensor<4xi1> -> tensor<4x1xi1>
//	    %38 = tile.broadcast %37 : tensor<4x1xi1> -> tensor<4x4xi1>
//	    %cst_4 = arith.constant dense<0.000000e+00> : tensor<4x4xf32>
//	    %39 = tile.load %36, %38, %cst_4 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi1>, tensor<4x4xf32>
//	    %40 = tile.dot %28, %39, %cst : tensor<4x4xf32>, tensor<4x4xf32> -> tensor<4x4xf32>
//	    %cst_5 = arith.constant dense<4> : tensor<4xi32>
//	    %41 = arith.muli %13, %cst_5 : tensor<4xi32>
//	    %42 = tile.base %arg2 : !tile.array<1x4x4xf32, strides = [16, 4, 1]>
//	    %43 = tile.splat %42 : !tile.ptr<f32> -> tensor<4x4x!tile.ptr<f32>>
//	    %44 = tile.expand_dims %12 axis = 1 : tensor<4xi32> -> tensor<4x1xi32>
//	    %45 = tile.broadcast %44 : tensor<4x1xi32> -> tensor<4x4xi32>
//	    %46 = tile.addptr %43, %45 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32> -> tensor<4x4x!tile.ptr<f32>>
//	    %47 = tile.expand_dims %41 axis = 0 : tensor<4xi32> -> tensor<1x4xi32>
//	    %48 = tile.broadcast %47 : tensor<1x4xi32> -> tensor<4x4xi32>
//	    %49 = tile.addptr %46, %48 : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xi32> -> tensor<4x4x!tile.ptr<f32>>
//	    tile.store %49, %40 {tile.writes_once} : tensor<4x4x!tile.ptr<f32>>, tensor<4x4xf32>
//	  } {tile.in_any_order}
//	  tile.return
//	}
package contractions

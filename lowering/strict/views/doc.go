// Package views is the pass tile-lower-views. It replaces the arrays of strict tile kernels by pointers. An array
// argument becomes its base pointer, followed by an i32 for every dynamic size and then an i32 for every dynamic
// stride, each in the order of the dimensions. This is the kernel's calling convention from there on. Loads and stores
// of tiles become loads and stores at computed addresses, with a mask for elements beyond the bounds.
//
// It runs after tile-to-arith (package tilearith). Start at [Pass]; access.go computes addresses.
//
// Before:
//
//	tile.kernel @copy(%x: !tile.array<?xf32, strides = [1]>, %y: !tile.ptr<f32>, %i: i32) {
//	  %v = tile.load_view %x[%i] padding zero : !tile.array<?xf32, strides = [1]> -> tensor<128xf32>
//	  %p = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  tile.store %p, %v : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
//	  tile.return
//	}
//
// After tile-lower-views:
//
//	tile.kernel @copy(%arg0: !tile.ptr<f32>, %arg1: i32, %arg2: !tile.ptr<f32>, %arg3: i32) {
//	  %0 = arith.extsi %arg3 : i32 to i64
//	  %c128_i64 = arith.constant 128 : i64
//	  %1 = arith.muli %0, %c128_i64 : i64
//	  %2 = tile.addptr %arg0, %1 : !tile.ptr<f32>, i64 -> !tile.ptr<f32>
//	  %3 = tile.iota : tensor<128xi32>
//	  %4 = arith.trunci %1 : i64 to i32
//	  %5 = arith.subi %arg1, %4 : i32
//	  %6 = tile.splat %5 : i32 -> tensor<128xi32>
//	  %7 = arith.cmpi slt, %3, %6 : tensor<128xi32>
//	  %8 = tile.splat %2 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  %9 = tile.addptr %8, %3 : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
//	  %cst = arith.constant dense<0.000000e+00> : tensor<128xf32>
//	  %10 = tile.load %9, %7, %cst : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, tensor<128xf32>
//	  %11 = tile.splat %arg2 : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
//	  tile.store %11, %10 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
//	  tile.return
//	}
package views

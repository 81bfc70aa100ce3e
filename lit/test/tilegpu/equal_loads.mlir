// RUN: tile-opt %s --tile-promote --tile-broadcast --tile-to-arith --gpu-assign-layouts=num-warps=1 --convert-tile-to-llvm | filecheck %s

// Each byte holds two 4-bit numbers, and 128 of these share a scale. A thread that stores eight neighbors loads their
// four bytes at once, and loads one scale.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: llvm.func @dequantize
tile.kernel @dequantize(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %s: !tile.ptr<f16> {tile.divisibility = 16 : i32},
                        %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<256xi32>
  %two = tile.literal 2
  %group = tile.literal 128
  %four = tile.literal 4
  %low = tile.literal 15
  %byte = tile.floordiv %i, %two : tensor<256xi32>, !tile.literal<int> -> tensor<256xi32>
  %xs = tile.addptr %x, %byte : !tile.ptr<i8>, tensor<256xi32> -> tensor<256x!tile.ptr<i8>>
  // CHECK-COUNT-1: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> i32
  // CHECK-NOT: llvm.load
  %b = tile.load %xs : tensor<256x!tile.ptr<i8>>
  %g = tile.floordiv %i, %group : tensor<256xi32>, !tile.literal<int> -> tensor<256xi32>
  %ss = tile.addptr %s, %g : !tile.ptr<f16>, tensor<256xi32> -> tensor<256x!tile.ptr<f16>>
  // CHECK: llvm.load %{{.*}} {alignment = 2 : i64} : !llvm.ptr<1> -> f16
  // CHECK-NOT: llvm.load
  %scale = tile.load %ss : tensor<256x!tile.ptr<f16>>
  %odd = tile.mod %i, %two : tensor<256xi32>, !tile.literal<int> -> tensor<256xi32>
  %shift = tile.mul %odd, %four : tensor<256xi32>, !tile.literal<int> -> tensor<256xi32>
  %wide = tile.cast %b : tensor<256xi8> -> tensor<256xi32>
  %high = tile.shr %wide, %shift : tensor<256xi32>, tensor<256xi32> -> tensor<256xi32>
  %bits = tile.and %high, %low : tensor<256xi32>, !tile.literal<int> -> tensor<256xi32>
  %number = tile.cast %bits : tensor<256xi32> -> tensor<256xf16>
  %v = tile.mul %number, %scale : tensor<256xf16>, tensor<256xf16> -> tensor<256xf16>
  %ys = tile.addptr %y, %i : !tile.ptr<f16>, tensor<256xi32> -> tensor<256x!tile.ptr<f16>>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  tile.store %ys, %v : tensor<256x!tile.ptr<f16>>, tensor<256xf16>
  tile.return
}
}

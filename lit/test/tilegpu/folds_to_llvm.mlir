// RUN: tile-opt %s --tile-to-gpu=num-warps=1 | filecheck %s

// x ^ (x ^ y) folds to y, and bitcasts there and back fold to the number. Unused values are not loaded. Equal addresses
// are computed once.

// CHECK-LABEL: llvm.func @swap
// CHECK-COUNT-1: llvm.getelementptr %arg1
// CHECK-NOT: llvm.getelementptr %arg1
// CHECK-NOT: llvm.getelementptr %arg0
// CHECK: %[[Y:.*]] = llvm.load {{.*}} -> f32
// CHECK-NOT: llvm.load
// CHECK-NOT: llvm.xor
// CHECK-NOT: llvm.bitcast
// CHECK: llvm.store %[[Y]]
// CHECK-NOT: llvm.store
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @swap(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
    %i = tile.iota : tensor<32xi32>
    %xs = tile.addptr %x, %i
    %a = tile.load %xs
    %ys = tile.addptr %y, %i
    %b = tile.load %ys
    %m = tile.bitcast %a : tensor<32xf32> -> tensor<32xi32>
    %n = tile.bitcast %b : tensor<32xf32> -> tensor<32xi32>
    %both = tile.xor %m, %n
    %other = tile.xor %m, %both
    %v = tile.bitcast %other : tensor<32xi32> -> tensor<32xf32>
    %to = tile.addptr %y, %i
    tile.store %to, %v
    tile.return
  }
}

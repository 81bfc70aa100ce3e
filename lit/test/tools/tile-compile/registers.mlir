// If values that are live at once need many times more registers than there are, compilation fails unless that is allowed.

// RUN: not tile-compile %s 2>&1 | filecheck %s --check-prefixes=CHECK,ERROR
// RUN: tile-compile %s --allow-spills -o %t.ll 2>&1 | filecheck %s --check-prefixes=CHECK,WARNING
// ERROR: registers.mlir:[[# @LINE + 18]]:5: error: 'tile.barrier' op needs at least 2051 registers
// WARNING: registers.mlir:[[# @LINE + 17]]:5: warning: 'tile.barrier' op needs at least 2051 registers
// CHECK-SAME: it fits with tensors of 128x128 (now 512x512)
// CHECK-NEXT: tile.barrier
// CHECK-NEXT: ^
// CHECK-NEXT: registers.mlir:[[# @LINE + 12]]:58: note: 2048 registers for tensor<512x512xf32> that comes into 'scf.for'

// RUN: tile-compile %s --num-warps=16 -o %t.ll 2>&1 | filecheck %s --check-prefix=WARPS
// WARPS: warning: 'tile.barrier' op needs at least 515 registers per thread {{.*}} each of 512 threads can have 128

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: !tile.ptr<f32>, %many: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %all = tile.iota : tensor<262144xi32>
  %grid = tile.reshape %all : tensor<262144xi32> -> tensor<512x512xi32>
  %init = arith.sitofp %grid : tensor<512x512xi32> to tensor<512x512xf32>
  %end = scf.for %j = %zero to %many step %one iter_args(%t = %init) -> (tensor<512x512xf32>) : i32 {
    tile.barrier
    %u = arith.mulf %t, %t : tensor<512x512xf32>
    scf.yield %u : tensor<512x512xf32>
  }
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<512x512x!tile.ptr<f32>>
  tile.store %p, %end : tensor<512x512x!tile.ptr<f32>>, tensor<512x512xf32>
  tile.return
}
}

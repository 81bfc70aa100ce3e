// RUN: tile-opt %s --gpu-assign-layouts --show-registers | filecheck %s

// CHECK: @sums: at least 10 of 255 registers per thread, at {{.*}}show_registers.mlir:[[# @LINE + 10]]:8: tile.reduce
// CHECK-NEXT: show_registers.mlir:[[# @LINE + 8]]:8: 8 for tensor<1024xf32> of 'tile.load'
// CHECK-NEXT: show_registers.mlir:[[# @LINE + 3]]:19: 2 for !tile.ptr<f32> that comes into 'tile.kernel'
// CHECK-NOT: for

tile.kernel @sums(%x: !tile.ptr<f32>) {
  %i = tile.iota : tensor<1024xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %ps = tile.addptr %p, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  %v = tile.load %ps : tensor<1024x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tile.yield %t : f32
  } : tensor<1024xf32> -> f32
  %w = tile.splat %s : f32 -> tensor<1024xf32>
  %u = arith.divf %v, %w : tensor<1024xf32>
  tile.store %ps, %u : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
  tile.return
}

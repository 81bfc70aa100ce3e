// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#w = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// A thread's two elements are added. Each lane adds the total of the lane 1, 2, 4, 8 and 16 before it to its own, with
// one addition and one selection each. It gets the sum before its elements from its neighbor, and the total from the last
// lane. The totals of 4 warps go through shared memory once. The sum before a thread's elements is added to each of them.

// CHECK-LABEL: llvm.func @sum
// CHECK: llvm.add %[[A:.*]], %[[B:.*]] : i32
// CHECK: %[[T:.*]] = nvvm.shfl.sync {{ *}}up %{{[0-9]+}}, %[[SUM:[0-9]+]], %{{.*}} : i32 -> i32
// CHECK-NEXT: %[[U:.*]] = llvm.add %[[T]], %[[SUM]] : i32
// CHECK-NEXT: %[[NEXT:.*]] = llvm.select %{{.*}}, %[[U]], %[[SUM]] : i1, i32
// CHECK: nvvm.shfl.sync {{ *}}up %{{[0-9]+}}, %[[NEXT]]
// CHECK-COUNT-3: nvvm.shfl.sync {{ *}}up
// CHECK: %[[LAST:[0-9]+]] = llvm.select
// CHECK: nvvm.shfl.sync {{ *}}up %{{.*}}, %[[LAST]]
// CHECK: nvvm.shfl.sync {{ *}}idx %{{.*}}, %[[LAST]]
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-4: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
tile.kernel @sum(%x: !tile.ptr<i32>) attributes {tilegpu.num_warps = 4 : i32} {
  %i = tile.iota : tensor<256xi32, #w>
  %p = tile.splat %x : !tile.ptr<i32> -> tensor<256x!tile.ptr<i32>, #w>
  %q = tile.addptr %p, %i : tensor<256x!tile.ptr<i32>, #w>, tensor<256xi32, #w> -> tensor<256x!tile.ptr<i32>, #w>
  %v = tile.load %q : tensor<256x!tile.ptr<i32>, #w>
  %s = tile.scan %v axis = 0 {
  ^bb0(%l: i32, %r: i32):
    %t = arith.addi %l, %r : i32
    tile.yield %t : i32
  } : tensor<256xi32, #w> -> tensor<256xi32, #w>
  tile.store %q, %s : tensor<256x!tile.ptr<i32>, #w>, tensor<256xi32, #w>
  tile.return
}

// -----

#r = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>

// If a thread has whole rows, it needs no other thread.

// CHECK-LABEL: llvm.func @rows
// CHECK-NOT: nvvm.shfl.sync
// CHECK-NOT: nvvm.barrier0
// CHECK: llvm.return
tile.kernel @rows(%x: f32) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : f32 -> tensor<32x4xf32, #r>
  %s = tile.scan %v axis = 1 reverse {
  ^bb0(%l: f32, %r: f32):
    %t = arith.mulf %l, %r : f32
    tile.yield %t : f32
  } : tensor<32x4xf32, #r> -> tensor<32x4xf32, #r>
  tile.return
}

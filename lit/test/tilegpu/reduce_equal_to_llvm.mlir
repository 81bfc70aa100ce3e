// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90},cse)' | filecheck %s

#w = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// The elements of the counts %n are equal, and so are the counts of the halves that each step combines: threads exchange
// means only, and divide once for each step. The two warps do not exchange counts through shared memory, either.

// CHECK-LABEL: llvm.func @means
// CHECK: llvm.fdiv
// CHECK: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.fdiv
// CHECK: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.fdiv
// CHECK: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.fdiv
// CHECK: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.fdiv
// CHECK: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK-NOT: llvm.load
// CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<1>
tile.kernel @means(%p: !tile.ptr<f32>, %out: !tile.ptr<f32>, %count: f32) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<128xi32, #w>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #w>
  %at = tile.addptr %ps, %i : tensor<128x!tile.ptr<f32>, #w>, tensor<128xi32, #w> -> tensor<128x!tile.ptr<f32>, #w>
  %x = tile.load %at : tensor<128x!tile.ptr<f32>, #w>
  %n = tile.splat %count : f32 -> tensor<128xf32, #w>
  %all, %mean = tile.reduce %n, %x axis = 0 {
  ^bb0(%n1: f32, %m1: f32, %n2: f32, %m2: f32):
    %both = arith.addf %n1, %n2 : f32
    %share = arith.divf %n2, %both : f32
    %d = arith.subf %m2, %m1 : f32
    %part = arith.mulf %d, %share : f32
    %m = arith.addf %m1, %part : f32
    tile.yield %both, %m : f32, f32
  } : tensor<128xf32, #w>, tensor<128xf32, #w> -> f32, f32
  tile.store %out, %mean : !tile.ptr<f32>, f32
  tile.return
}

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

// The counts of columns are equal, too, so that a conversion of their layout gives threads nothing new.

#a = #tilegpu.blocked<{sizePerThread = [1, 2], threadsPerWarp = [16, 2], warpsPerCTA = [2, 1], order = [1, 0]}>
#columns = #tilegpu.slice<{dim = 0, parent = #a}>

// CHECK-LABEL: llvm.func @counts
// CHECK-NOT: nvvm.shfl.sync
// CHECK-NOT: !llvm.ptr<3>
// CHECK: llvm.return
tile.kernel @counts(%out: !tile.ptr<f32>, %count: f32) attributes {tilegpu.num_warps = 2 : i32} {
  %n = tile.splat %count : f32 -> tensor<32x4xf32, #a>
  %all = tile.reduce %n axis = 0 {
  ^bb0(%n1: f32, %n2: f32):
    %both = arith.addf %n1, %n2 : f32
    tile.yield %both : f32
  } : tensor<32x4xf32, #a> -> tensor<4xf32, #columns>
  %one = tilegpu.convert_layout %all : tensor<4xf32, #columns> -> tensor<4xf32, #w>
  %i = tile.iota : tensor<4xi32, #w>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<4x!tile.ptr<f32>, #w>
  %to = tile.addptr %outs, %i : tensor<4x!tile.ptr<f32>, #w>, tensor<4xi32, #w> -> tensor<4x!tile.ptr<f32>, #w>
  tile.store %to, %one : tensor<4x!tile.ptr<f32>, #w>, tensor<4xf32, #w>
  tile.return
}

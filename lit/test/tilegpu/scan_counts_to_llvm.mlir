// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#w = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// The elements of %ones are equal, so that threads know each other's totals of them: 2 in a thread, 4 in two lanes, 64 in
// a warp. A lane adds the totals of 1, 2, 4, 8 and 16 lanes, which are the same in all lanes that add them. Warps exchange
// their sums alone.

// CHECK-LABEL: llvm.func @counts
// CHECK: %[[TWO:[0-9]+]] = llvm.add %[[ONE:[0-9]+]], %[[ONE]] : i32
// CHECK: %[[LEFT:[0-9]+]] = nvvm.shfl.sync {{ *}}up %{{[0-9]+}}, %[[TWO]]
// CHECK: llvm.add %[[LEFT]], %[[TWO]] : i32
// CHECK: %[[FOUR:[0-9]+]] = llvm.add %[[TWO]], %[[TWO]] : i32
// CHECK: %[[NEXT:[0-9]+]] = nvvm.shfl.sync {{ *}}up
// CHECK: llvm.add %[[NEXT]], %[[FOUR]] : i32
// CHECK: nvvm.shfl.sync {{ *}}idx
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
// CHECK-NOT: llvm.store %{{.*}} : i32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.kernel @counts(%x: !tile.ptr<i32>) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<128xi32, #w>
  %p = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #w>
  %q = tile.addptr %p, %i : tensor<128x!tile.ptr<i32>, #w>, tensor<128xi32, #w> -> tensor<128x!tile.ptr<i32>, #w>
  %v = tile.load %q : tensor<128x!tile.ptr<i32>, #w>
  %ones = arith.constant dense<1> : tensor<128xi32, #w>
  %n, %s = tile.scan %ones, %v axis = 0 {
  ^bb0(%l: i32, %a: i32, %r: i32, %b: i32):
    %both = arith.addi %l, %r : i32
    %sum = arith.addi %a, %b : i32
    tile.yield %both, %sum : i32, i32
  } : tensor<128xi32, #w>, tensor<128xi32, #w> -> tensor<128xi32, #w>, tensor<128xi32, #w>
  %t = arith.muli %n, %s : tensor<128xi32, #w>
  tile.store %q, %t : tensor<128x!tile.ptr<i32>, #w>, tensor<128xi32, #w>
  tile.return
}

// If all elements are equal, warps exchange nothing.

// CHECK-LABEL: llvm.func @alone
// CHECK-NOT: nvvm.barrier0
// CHECK-NOT: !llvm.ptr<3>
// CHECK: llvm.return
tile.kernel @alone(%x: !tile.ptr<i32>) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<128xi32, #w>
  %p = tile.splat %x : !tile.ptr<i32> -> tensor<128x!tile.ptr<i32>, #w>
  %q = tile.addptr %p, %i : tensor<128x!tile.ptr<i32>, #w>, tensor<128xi32, #w> -> tensor<128x!tile.ptr<i32>, #w>
  %ones = arith.constant dense<1> : tensor<128xi32, #w>
  %n = tile.scan %ones axis = 0 {
  ^bb0(%l: i32, %r: i32):
    %both = arith.addi %l, %r : i32
    tile.yield %both : i32
  } : tensor<128xi32, #w> -> tensor<128xi32, #w>
  tile.store %q, %n : tensor<128x!tile.ptr<i32>, #w>, tensor<128xi32, #w>
  tile.return
}

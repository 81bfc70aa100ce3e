// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#w = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// A loop clears the counts. Then each element with a true mask adds one to its count.

// CHECK: llvm.mlir.global internal @{{.*}} : !llvm.array<512 x i8>
// CHECK-LABEL: llvm.func @count
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
// CHECK: llvm.atomicrmw add %{{.*}} syncscope("block") monotonic : !llvm.ptr<3>, i32
// CHECK-NOT: llvm.atomicrmw
tile.kernel @count(%x: i8, %m: i1) attributes {tilegpu.num_warps = 2 : i32} {
  %v = tile.splat %x : i8 -> tensor<64xi8, #w>
  %k = tile.splat %m : i1 -> tensor<64xi1, #w>
  %c = tile.histogram %v mask %k : tensor<64xi8, #w>, tensor<64xi1, #w> -> tensor<128xi32, #w>
  tile.return
}

// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#v = #tilegpu.blocked<{sizePerThread = [2, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [0, 1]}>

// Eight integers in four lanes need 6 steps. Three steps are within threads, and three take both registers of another lane.
// All shuffles have the same constants for the lanes that take part, and for the last one.

// CHECK-LABEL: llvm.func @integers
// CHECK: llvm.mlir.constant(-1 : i32)
// CHECK: llvm.mlir.constant(31 : i32)
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK-NOT: llvm.mlir.constant(-1 : i32)
// CHECK-NOT: llvm.intr.umin
// CHECK-COUNT-6: nvvm.shfl.sync
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.intr.umin
// CHECK: llvm.return
tile.kernel @integers(%x: i32) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : i32 -> tensor<8x8xi32, #v>
  %s = tile.sort %v axis = 0 : tensor<8x8xi32, #v> -> tensor<8x8xi32, #v>
  tile.return
}

// -----

#l = #tilegpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [0, 1]}>

// For 128 numbers in each of 64 columns, a loop compares pairs in shared memory.

// CHECK-LABEL: llvm.func @large
// CHECK-NOT: nvvm.shfl.sync
// CHECK: nvvm.barrier0
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
// CHECK: llvm.icmp "ult"
// CHECK-COUNT-2: llvm.store %{{.*}} : i32, !llvm.ptr<3>
tile.kernel @large(%x: f32) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : f32 -> tensor<128x64xf32, #l>
  %s = tile.sort %v axis = 0 descending : tensor<128x64xf32, #l> -> tensor<128x64xf32, #l>
  tile.return
}

// -----

#w = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// Of 128 numbers only the least four are used. Each thread sorts its four numbers. At five distances between lanes, it
// takes the least four of its own and the other lane's.

// CHECK-LABEL: llvm.func @first
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.intr.umax
// CHECK-COUNT-20: nvvm.shfl.sync
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
tile.kernel @first(%x: f32) attributes {tilegpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %v = tile.splat %x : f32 -> tensor<128xf32, #w>
  %s = tile.sort %v axis = 0 : tensor<128xf32, #w> -> tensor<128xf32, #w>
  %f = tile.extract %s[%c0] : tensor<128xf32, #w> -> tensor<4xf32, #w>
  tile.return
}

// -----

#w = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// All numbers are sorted if any part of the result may be used: 15 steps take four registers of another lane. The used
// part goes through shared memory.

// CHECK-LABEL: llvm.func @second
// CHECK-COUNT-60: nvvm.shfl.sync
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
tile.kernel @second(%x: f32, %i: i32) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : f32 -> tensor<128xf32, #w>
  %s = tile.sort %v axis = 0 : tensor<128xf32, #w> -> tensor<128xf32, #w>
  %f = tile.extract %s[%i] : tensor<128xf32, #w> -> tensor<4xf32, #w>
  tile.return
}

// RUN: tile-opt %s --convert-tile-to-llvm | filecheck %s

// Threads have whole rows before, and whole columns after, so that no half of the tensor is in the same registers. They
// exchange one half after the other in 32 KiB, read both, and choose.

// CHECK: llvm.mlir.global internal @scratch_0() {addr_space = 3 : i32, {{.*}}} : !llvm.array<32768 x i8>
// CHECK-LABEL: llvm.func @chosen
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.load
// CHECK: nvvm.barrier0
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.load
// CHECK: llvm.select
#rows = #tilegpu.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [8, 1], order = [1, 0]}>
#columns = #tilegpu.blocked<{sizePerThread = [32, 1], threadsPerWarp = [1, 32], warpsPerCTA = [1, 8], order = [0, 1]}>
tile.kernel @chosen(%x: !tile.ptr<f32>, %v: f32) attributes {tilegpu.num_warps = 8 : i32} {
  %i = tile.iota : tensor<64xi32, #tilegpu.slice<{dim = 0, parent = #rows}>>
  %row = tile.expand_dims %i axis = 0 : tensor<64xi32, #tilegpu.slice<{dim = 0, parent = #rows}>>
    -> tensor<1x64xi32, #rows>
  %all = tile.broadcast %row : tensor<1x64xi32, #rows> -> tensor<256x64xi32, #rows>
  %f = arith.sitofp %all : tensor<256x64xi32, #rows> to tensor<256x64xf32, #rows>
  %c = tilegpu.convert_layout %f : tensor<256x64xf32, #rows> -> tensor<256x64xf32, #columns>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<256x64x!tile.ptr<f32>, #columns>
  tile.store %p, %c : tensor<256x64x!tile.ptr<f32>, #columns>, tensor<256x64xf32, #columns>
  tile.return
}

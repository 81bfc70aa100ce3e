// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts)' --show-accesses | filecheck %s

// CHECK: @strided: 1 accesses of tensors
// CHECK-NEXT: show_accesses.mlir:16:8: tile.load of tensor<512x!tile.ptr<f32>>
// CHECK-NEXT:   32 bits at once, 4 instructions and 16 sectors (16 at least) a warp, 4 warps, in #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
// CHECK-NEXT:   not wider: addresses are only known to be aligned to 1 element: annotate argument #1 with tile.divisibility = 16
tile.kernel @strided(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %stride: i32) {
  %pid = tile.program_id 0
  %row = arith.muli %pid, %stride : i32
  %rows = tile.splat %row : i32 -> tensor<512xi32>
  %i = tile.iota : tensor<512xi32>
  %at = arith.addi %rows, %i : tensor<512xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %ps = tile.addptr %p, %at : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>

  %v = tile.load %ps : tensor<512x!tile.ptr<f32>>
  tile.return
}

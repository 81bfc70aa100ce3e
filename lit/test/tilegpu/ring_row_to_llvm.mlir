// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90})' | filecheck %s

#b = #tilegpu.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [1, 1], order = [1, 0]}>

// All lanes have what they read of a row before one of them releases its slot.

// CHECK-LABEL: llvm.func @row
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: llvm.load {{.*}} : !llvm.ptr<3>
// CHECK: llvm.fence syncscope("block") acq_rel
// CHECK-NEXT: {{.*}}llvm.mlir.constant(-1 : i32)
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK: nvvm.mbarrier.arrive

module {
  tile.kernel @row(%out: !tile.ptr<f32>, %n: i32) attributes {tilegpu.num_warps = 1 : i32} {
    %ring = tilegpu.ring : !tilegpu.shared<2xtensor<1x64xf32>>
    tilegpu.ring_await %ring[%n] : !tilegpu.shared<2xtensor<1x64xf32>>
    %row = tilegpu.ring_load %ring[%n] : !tilegpu.shared<2xtensor<1x64xf32>> -> tensor<1x64xf32, #b>
    tilegpu.ring_release %ring[%n] : !tilegpu.shared<2xtensor<1x64xf32>>
    tilegpu.ring_end %ring : !tilegpu.shared<2xtensor<1x64xf32>>
    %at = tile.splat %out : !tile.ptr<f32> -> tensor<1x64x!tile.ptr<f32>, #b>
    tile.store %at, %row : tensor<1x64x!tile.ptr<f32>, #b>, tensor<1x64xf32, #b>
    tile.return
  }
}

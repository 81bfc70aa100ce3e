// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90})' | filecheck %s

#acc = #tilegpu.mma<{version = 3, warpsPerCTA = [4, 1], n = 64}>
#left = #tilegpu.dot_operand<{index = 0, kWidth = 2, parent = #acc}>

// A window of 8 by 8 pixels of a patch of 10 by 9 for each 32 channels. Lanes 0 to 15 pass the addresses of 16 pixels
// for 8 channels, the other lanes those for the next 8. Row 8 of the window is row 9 of the patch.

// CHECK-LABEL: llvm.func @windows
// CHECK-SAME: %[[N:[a-z0-9]*]]: i32, %[[A:[a-z0-9]*]]: i32, %[[B:[a-z0-9]*]]: i32
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: %[[PIXEL:.*]] = llvm.add %{{.*}}, %{{.*}} overflow<nsw, nuw> : i32
// CHECK: llvm.lshr %[[PIXEL]], %{{.*}} : i32
// CHECK: %[[NINE:.*]] = llvm.mlir.constant(9 : i32)
// CHECK-NEXT: %[[LINE:.*]] = llvm.mul %{{.*}}, %[[NINE]] : i32
// CHECK: %[[ROW:.*]] = llvm.add %[[LINE]], %{{.*}} : i32
// CHECK: llvm.add %[[ROW]], %[[A]] : i32
// CHECK: nvvm.ldmatrix {{.*}}num = 4 : i32
// CHECK: llvm.add %[[ROW]], %[[A]] : i32
// CHECK: nvvm.ldmatrix
// CHECK: llvm.add %[[ROW]], %[[B]] : i32
// CHECK: nvvm.ldmatrix
// CHECK: llvm.add %[[ROW]], %[[B]] : i32
// CHECK: nvvm.ldmatrix
// CHECK-NOT: nvvm.ldmatrix
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.mbarrier.arrive

module {
  tile.kernel @windows(%n: i32, %a: i32, %b: i32, %out: !tile.ptr<f16>) attributes {tilegpu.num_warps = 4 : i32} {
    %ring = tilegpu.ring : !tilegpu.shared<2xtensor<90x64xf16>>
    tilegpu.ring_await %ring[%n] : !tilegpu.shared<2xtensor<90x64xf16>>
    %x = tilegpu.ring_load %ring[%n] rows[%a, %b] {patch = array<i64: 10, 9>, window = array<i64: 8, 8>}
      : !tilegpu.shared<2xtensor<90x64xf16>> -> tensor<64x64xf16, #left>
    tilegpu.ring_release %ring[%n] : !tilegpu.shared<2xtensor<90x64xf16>>
    tilegpu.ring_end %ring : !tilegpu.shared<2xtensor<90x64xf16>>
    %at = tile.splat %out : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>, #left>
    tile.store %at, %x : tensor<64x64x!tile.ptr<f16>, #left>, tensor<64x64xf16, #left>
    tile.return
  }
}

// -----

#blocked = #tilegpu.blocked<{sizePerThread = [1, 2], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>

module {
  tile.kernel @other_layout(%n: i32, %out: !tile.ptr<f16>) attributes {tilegpu.num_warps = 4 : i32} {
    %ring = tilegpu.ring : !tilegpu.shared<2xtensor<90x64xf16>>
    // expected-error @+1 {{windows of a patch of 16-bit elements can only be the left factor of warp groups, but got 'tensor<64x64xf16, #tilegpu.blocked}}
    %x = tilegpu.ring_load %ring[%n] rows[%n] {patch = array<i64: 10, 9>, window = array<i64: 8, 8>}
      : !tilegpu.shared<2xtensor<90x64xf16>> -> tensor<64x64xf16, #blocked>
    %at = tile.splat %out : !tile.ptr<f16> -> tensor<64x64x!tile.ptr<f16>, #blocked>
    tile.store %at, %x : tensor<64x64x!tile.ptr<f16>, #blocked>, tensor<64x64xf16, #blocked>
    tile.return
  }
}

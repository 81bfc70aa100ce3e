// RUN: tile-opt --split-input-file --pass-pipeline='builtin.module(tile-lower-contractions{boxes stages=auto},canonicalize,cse)' %s | FileCheck %s
// RUN: tile-opt --split-input-file --pass-pipeline='builtin.module(tile-lower-contractions{boxes},canonicalize,cse)' %s | FileCheck %s --check-prefix=NEVER

// Neighbors in the image are along w, and rows of boxes would not begin at multiples of 16 bytes. So launches first
// copy both operands. Tiles are boxes of the copies. The filter's copy is contiguous along k, as its rows then have 576
// neighbors in the filter, not 9.

!x = !tile.array<8x64x66x130xf16, strides = [549120, 8580, 130, 1]>
!w = !tile.array<128x64x3x3xf16, strides = [576, 9, 3, 1]>
!y = !tile.array<8x128x64x128xf16, strides = [1048576, 8192, 128, 1]>
// NEVER-NOT: tile.workspace
// CHECK: tile.kernel @convolution(
// CHECK-SAME: %[[LHS:[a-z0-9]+]]: !tile.array<8x66x130x64xf16, strides = [549120, 8320, 64, 1]> {tile.divisibility = 16 : i32, tile.workspace = tensor<8x66x130x64xf16>}
// CHECK-SAME: tile.workspace = tensor<64x3x3x128xf16>}) attributes {tile.before = [@convolution_copies]}
// CHECK: tile.load_view %{{.*}} -> tensor<1x1x128x64xf16>
// CHECK: tile.load_view %{{.*}} -> tensor<64x1x1x128xf16>
// CHECK: tile.kernel @convolution_copies(
// CHECK-SAME: tile.workspace = tensor<8x66x130x64xf16>}
// CHECK-SAME: tile.workspace = tensor<64x3x3x128xf16>})
// CHECK: scf.if
// CHECK: %[[V:.*]] = tile.load
// CHECK: tile.store %{{.*}}, %[[V]]
// CHECK: else
// CHECK: %[[V:.*]] = tile.load
// CHECK: tile.store %{{.*}}, %[[V]]
tile.kernel @convolution(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  tile.contract "nc(h+r)(w+s),kcrs->nkhw" %x, %w into %y : !x, !w, !y
  tile.return
}

// -----

// Long sums for few results are divided into parts. Another kernel adds up the parts and computes the epilogue.

!x = !tile.array<64x256x32xf32, strides = [8192, 32, 1]>
!w = !tile.array<256x64x32xf32, strides = [2048, 32, 1]>
!y = !tile.array<32x32xf32, strides = [32, 1]>
// NEVER-NOT: tile.workspace
// CHECK: tile.kernel @few(%{{.*}}: !tile.array<[[N:[0-9]+]]x{{[0-9]+}}x256x32xf32, strides = [{{[0-9]+}}, 8192, 32, 1]>
// CHECK-SAME: tile.workspace = tensor<[[N]]x32x32xf32>}) attributes {tile.after = [@few_total]}
// CHECK-NOT: arith.maximumf
// CHECK: tile.kernel @few_total(
// CHECK: tile.load
// CHECK: tile.load
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK: arith.maximumf
// CHECK: tile.store
tile.kernel @few(%x: !x, %w: !w, %y: !y) {
  tile.contract "lki,klj->ji" %x, %w into %y epilogue {
  ^bb0(%sum: f32):
    %zero = arith.constant 0.0 : f32
    %active = arith.maximumf %sum, %zero : f32
    tile.yield %active : f32
  } {} : !x, !w, !y
  tile.return
}

// -----

// If the kernel has other operations, it stays one kernel.

!m = !tile.array<32x65536xf32, strides = [65536, 1]>
!y = !tile.array<32x32xf32, strides = [32, 1]>
// CHECK: tile.kernel @other(
// CHECK-NOT: tile.workspace
// CHECK: tile.return
tile.kernel @other(%x: !m, %w: !m, %y: !y, %p: !tile.ptr<f32>) {
  tile.contract "mk,nk->mn" %x, %w into %y : !m, !m, !y
  %zero = arith.constant 0.0 : f32
  tile.store %p, %zero : !tile.ptr<f32>, f32
  tile.return
}

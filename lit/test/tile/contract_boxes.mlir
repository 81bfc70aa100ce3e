// RUN: tile-opt --split-input-file --pass-pipeline='builtin.module(tile-lower-contractions{boxes},canonicalize,cse)' %s | FileCheck %s
// RUN: tile-opt --split-input-file --pass-pipeline='builtin.module(tile-lower-contractions{boxes},gpu-ring-tiles,canonicalize,cse)' %s | FileCheck %s --check-prefix=RINGS

// A tile of 128 rows has 4 values of h by 32 of w. For each r and s it is a box of the image.

!x = !tile.array<2x18x34x64xf16, strides = [39168, 2176, 64, 1]>
!w = !tile.array<128x3x3x64xf16, strides = [576, 192, 64, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// CHECK-LABEL: @convolution
// RINGS-LABEL: @convolution
// RINGS-SAME: tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 1, 4, 32, 64>
// RINGS-SAME: tilegpu.tensor_map = {base = 1 : i32, box = array<i64: 128, 1, 1, 64>
tile.kernel @convolution(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK: scf.for %[[K:.*]] = %c0_i32 to %c9_i32
  // CHECK: %[[S:.*]] = arith.remui %[[K]], %c3_i32
  // CHECK: %[[R:.*]] = arith.divui %[[K]], %c3_i32
  // CHECK: %[[H:.*]] = arith.addi %{{.*}}, %[[R]]
  // CHECK: %[[X:.*]] = tile.load_view %{{.*}}[%{{.*}}, %[[H]], %[[S]], %c0_i32] anywhere
  // CHECK-SAME: -> tensor<1x4x32x64xf16>
  // CHECK: tile.reshape %[[X]] : tensor<1x4x32x64xf16> -> tensor<128x64xf16>
  // CHECK: %[[W:.*]] = tile.load_view %{{.*}}[%c0_i32, %[[R]], %[[S]], %c0_i32] anywhere
  // CHECK-SAME: -> tensor<128x1x1x64xf16>
  // CHECK: tile.dot
  // RINGS: tilegpu.ring : !tilegpu.shared<3xtensor<128x64xf16>>
  // RINGS: tilegpu.ring_copy
  // RINGS: tilegpu.ring_dot
  tile.contract "n(h+r)(w+s)c,krsc->nhwk" %x, %w into %y {shape = array<i64: 128, 128, 64>} : !x, !w, !y
  tile.return
}

// -----

// If a letter of rows moves by more than one element, the elements are not a box. The image is loaded along a table.

!x = !tile.array<2x33x65x64xf16, strides = [137280, 4160, 64, 1]>
!w = !tile.array<128x3x3x64xf16, strides = [576, 192, 64, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// CHECK-LABEL: @strided
tile.kernel @strided(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK-NOT: tile.load_view
  // CHECK: tile.lookup
  tile.contract "n(2*h+r)(2*w+s)c,krsc->nhwk" %x, %w into %y : !x, !w, !y
  tile.return
}

// -----

// Without a promise of aligned rows, there is no tensor map.

!x = !tile.array<2x18x34x64xf16, strides = [39168, 2176, 64, 1]>
!w = !tile.array<128x3x3x64xf16, strides = [576, 192, 64, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// CHECK-LABEL: @unaligned
tile.kernel @unaligned(%x: !x, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK-NOT: tile.load_view
  tile.contract "n(h+r)(w+s)c,krsc->nhwk" %x, %w into %y {shape = array<i64: 128, 128, 64>} : !x, !w, !y
  tile.return
}

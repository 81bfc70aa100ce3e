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

// -----

// Each 16 of the 64 channels have the same shift. A tile of the image is four boxes side by side: each is a panel of the
// tile in shared memory, and copied by itself.

!x = !tile.array<2x18x32x64xf16, strides = [36864, 2048, 64, 1]>
!w = !tile.array<64x128xf16, strides = [128, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// CHECK-LABEL: @shift
// RINGS-LABEL: @shift
// RINGS-SAME: tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 1, 4, 32, 16>
// RINGS-SAME: swizzle = 32
tile.kernel @shift(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK: %[[A:.*]] = tile.load_view %{{.*}} anywhere {{.*}} -> tensor<1x4x32x16xf16>
  // CHECK: %[[A2:.*]] = tile.reshape %[[A]] : tensor<1x4x32x16xf16> -> tensor<128x16xf16>
  // CHECK: %[[B:.*]] = tile.load_view %{{.*}}[%{{.*}}, %{{.*}}, %c0_i32, %c16_i32] anywhere
  // CHECK: %[[B2:.*]] = tile.reshape %[[B]]
  // CHECK: %[[AB:.*]] = tile.cat %[[A2]], %[[B2]] axis = 1
  // CHECK: %[[CD:.*]] = tile.cat
  // CHECK: tile.cat %[[AB]], %[[CD]] axis = 1 : tensor<128x32xf16>, tensor<128x32xf16> -> tensor<128x64xf16>
  // RINGS: %[[RING:.*]] = tilegpu.ring : !tilegpu.shared<1xtensor<128x64xf16, {panel_bytes = 32 : i64}>>
  // RINGS: tilegpu.ring_copy %[[RING]][%c0_i32] from %{{.*}}[%[[N:.*]], %[[H:.*]], %c0_i32, %c0_i32, %[[N]], %{{.*}}, %c0_i32, %c16_i32, %[[N]], %[[H]], %c0_i32, %c32_i32, %[[N]], %{{.*}}, %c0_i32, %c48_i32] if %true {pieces = 4 : i32}
  // RINGS-NOT: tile.load_view
  // RINGS: tilegpu.ring_dot %[[RING]]
  tile.contract "n(h+sh[c])wc,ck->nhwk" %x, %w into %y {shape = array<i64: 128, 128, 64>,
    constants = {sh = dense<[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2,
      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]> : tensor<64xi64>}}
    : !x, !w, !y
  tile.return
}

// -----

// Boxes of 16 bytes that are far apart are copied one by one.

!x = !tile.array<2x56x32x128xf16, strides = [229376, 4096, 128, 1]>
!w = !tile.array<128x128xf16, strides = [128, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// RINGS-LABEL: @far
tile.kernel @far(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // RINGS: tilegpu.ring : !tilegpu.shared<2xtensor<128x64xf16, {panel_bytes = 16 : i64}>>
  // RINGS: tilegpu.ring_copy {{.*}} {pieces = 8 : i32}
  tile.contract "n(h+sh[c])wc,ck->nhwk" %x, %w into %y {shape = array<i64: 128, 128, 64>,
    constants = {sh = dense<[0, 0, 0, 0, 0, 0, 0, 0, 40, 40, 40, 40, 40, 40, 40, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      0, 0, 0, 0, 40, 40, 40, 40, 40, 40, 40, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      40, 40, 40, 40, 40, 40, 40, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 40, 40,
      40, 40, 40, 40, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 40, 40, 40, 40, 40, 40,
      40, 40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<128xi64>}} : !x, !w, !y
  tile.return
}

// -----

// Tensor cores read a right factor from shared memory alone, so its boxes are copied one by one, however near they are.

!x = !tile.array<2x18x32x128xf16, strides = [73728, 4096, 128, 1]>
!w = !tile.array<128x128xf16, strides = [128, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// RINGS-LABEL: @right
tile.kernel @right(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // RINGS: tilegpu.ring : !tilegpu.shared<2xtensor<128x64xf16, {panel_bytes = 16 : i64}>>
  // RINGS: tilegpu.ring_copy {{.*}} {pieces = 8 : i32}
  // RINGS: tilegpu.ring_dot {{.*}} {rhs_transposed}
  tile.contract "kc,n(h+sh[c])wc->nhwk" %w, %x into %y {shape = array<i64: 128, 128, 64>,
    constants = {sh = dense<[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0,
      0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1,
      1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2,
      2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0,
      0, 0, 0, 0]> : tensor<128xi64>}} : !w, !x, !y
  tile.return
}

// -----

// One word has the shifts of all boxes of a tile, two bits of each.
!x = !tile.array<2x18x32x128xf16, strides = [73728, 4096, 128, 1]>
!w = !tile.array<128x128xf16, strides = [128, 1]>
!y = !tile.array<2x16x32x128xf16, strides = [65536, 4096, 128, 1]>
// CHECK-LABEL: @words
// RINGS-LABEL: @words
tile.kernel @words(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK: scf.for %[[K:.*]] = %c0_i32 to %c2_i32
  // CHECK: %[[WORD:.*]] = tile.lookup %[[K]] in dense<[9362, 37449]>
  // CHECK: arith.andi %[[WORD]], %c3_i32
  // CHECK: %[[NEXT:.*]] = arith.shrui %[[WORD]], %c2_i32
  // CHECK: arith.andi %[[NEXT]], %c3_i32
  // CHECK-NOT: tile.lookup

  // The boxes of 16 by 8 pixels lie within 18 by 8, which one bulk copy moves. Threads read a window for each eight
  // channels. It begins a line of 8 pixels further down if they are shifted by 1. The tiles of an iteration are copied
  // one after the other.
  // RINGS-SAME: tilegpu.tensor_map = {base = 0 : i32, box = array<i64: 1, 18, 8, 64>
  // RINGS-SAME: swizzle = 128
  // RINGS: %[[X:.*]] = tilegpu.ring : !tilegpu.shared<2xtensor<144x64xf16>>
  // RINGS-NEXT: %[[W:.*]] = tilegpu.ring :
  // RINGS: tilegpu.ring_copy %[[X]][%c0_i32] from %{{.*}}[%[[N:.*]], %c0_i32, %[[AT:.*]], %c0_i32] if %true :
  // RINGS-NEXT: tilegpu.ring_copy %[[W]][%c0_i32]
  // RINGS: tilegpu.ring_copy %[[X]][%c1_i32] from %{{.*}}[%[[N]], %c0_i32, %[[AT]], %c64_i32] if %true :
  // RINGS-NEXT: tilegpu.ring_copy %[[W]][%c1_i32]
  // RINGS: scf.for
  // RINGS: %[[SHIFTS:.*]] = tile.lookup %[[K:.*]] in dense<[9362, 37449]>
  // RINGS: %[[SHIFT:.*]] = arith.andi %[[SHIFTS]], %c3_i32
  // RINGS: %[[ROW:.*]] = arith.muli %[[SHIFT]], %c8_i32
  // RINGS: tilegpu.ring_await %[[X]]
  // RINGS: %[[LEFT:.*]] = tilegpu.ring_load %[[X]][%[[K]]] rows[%[[ROW]], %{{.*}}] {patch = array<i64: 1, 18, 8>, window = array<i64: 1, 16, 8>}
  // RINGS-NEXT: tilegpu.ring_dot %[[LEFT]] by %[[W]][%[[K]]]
  // RINGS: tilegpu.ring_release %[[X]]
  tile.contract "n(h+sh[c])wc,ck->nhwk" %x, %w into %y {shape = array<i64: 128, 128, 64>,
    constants = {sh = dense<[2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0,
      0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1,
      1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 0, 0, 0,
      0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]> : tensor<128xi64>}}
    : !x, !w, !y
  tile.return
}

// RUN: tile-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tile-lower-contractions{boxes num-warps=8 sm=90})' %s | FileCheck %s

// Tiles of 192 columns are three boxes of 64, side by side in the order of tiles. They have the same left factor.

// CHECK-LABEL: tile.kernel @boxes
// CHECK: scf.for {{.*}} -> (tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>)
// CHECK: tile.load_view {{.*}} -> tensor<128x1x1x64xf16>
// CHECK: tile.load_view {{.*}} -> tensor<4x4x4x64xf16>
// CHECK: tile.dot
// CHECK-NOT: 128x1x1x64
// CHECK: tile.load_view {{.*}} -> tensor<4x4x4x64xf16>
// CHECK: tile.dot
// CHECK: tile.load_view {{.*}} -> tensor<4x4x4x64xf16>
// CHECK: tile.dot
// CHECK: scf.yield
// CHECK-COUNT-3: tile.store_view {{.*}} : tensor<4x4x4x128xf16>
// CHECK: tile.return

!x = !tile.array<8x32x32x256xf16, strides = [262144, 8192, 256, 1]>
!w = !tile.array<512x3x3x256xf16, strides = [2304, 768, 256, 1]>
!y = !tile.array<8x28x28x512xf16, strides = [401408, 14336, 512, 1]>
tile.kernel @boxes(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y {tile.divisibility = 16 : i32}) {
  tile.contract "krsc,n(h+2*r)(w+2*s)c->nhwk" %w, %x into %y {programs = "few", shape = array<i64: 128, 192, 64>} : !w, !x, !y
  tile.return
}

// -----

// The last of three tiles may be more than the output has: right factors and the output are accessed anywhere.

// CHECK-LABEL: tile.kernel @views
// CHECK: scf.for {{.*}} -> (tensor<64x32xf32>, tensor<64x32xf32>, tensor<64x32xf32>)
// CHECK: tile.load_view %arg0[{{.*}}] padding zero : {{.*}} -> tensor<64x32xf32>
// CHECK-COUNT-3: tile.load_view %arg1[{{.*}}] padding zero anywhere : {{.*}} -> tensor<32x32xf32>
// CHECK: scf.yield
// CHECK-COUNT-3: tile.store_view {{.*}} anywhere : tensor<64x32xf32>

!m = !tile.array<?x?xf32, strides = [?, 1]>
tile.kernel @views(%a: !m, %b: !m, %c: !m) {
  tile.contract "mk,kn->mn" %a, %b into %c {shape = array<i64: 64, 96, 32>} : !m, !m, !m
  tile.return
}

// -----

!x = !tile.array<?x?xf32, strides = [?, 1]>
!y = !tile.array<?x?x?xf32, strides = [?, ?, 1]>
tile.kernel @gathered(%a: !x, %b: !x, %c: !y) {
  // expected-error @below {{has tiles of 96 columns, which are not a power of two: only tiles that are loaded through views may have such columns, and these are not: elements have 32 bits; choose 64 or 128 columns with 'shape'}}
  tile.contract "m(h+r),rk->mhk" %a, %b into %c {shape = array<i64: 64, 96, 32>} : !x, !x, !y
  tile.return
}

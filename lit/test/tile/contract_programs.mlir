// RUN: tile-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tile-lower-contractions{boxes},gpu-ring-tiles{nested},canonicalize,cse)' %s | FileCheck %s

// With one program per tile, there is no loop over tiles, and launchers know the number of programs.

!x = !tile.array<256x128xf16, strides = [128, 1]>
!w = !tile.array<256x128xf16, strides = [128, 1]>
!y = !tile.array<256x256xf16, strides = [256, 1]>
// CHECK-LABEL: tile.kernel @each(
// CHECK-SAME: attributes {tile.programs = 4 : i64}
tile.kernel @each(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK: scf.for {{.*}} = %c0_i32 to %c2_i32 step %c1_i32 iter_args
  // CHECK-NOT: scf.for
  // CHECK: tile.return
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "each", shape = array<i64: 128, 128, 64>} : !x, !w, !y
  tile.return
}

// -----

// A few programs copy the tiles for the next tile of the output while they compute the present one: the rings are
// outside the loop over tiles. If the number of programs is "any", it is the number of tiles.

!x = !tile.array<256x128xf16, strides = [128, 1]>
!w = !tile.array<256x128xf16, strides = [128, 1]>
!y = !tile.array<256x256xf16, strides = [256, 1]>
// CHECK-LABEL: tile.kernel @few(
tile.kernel @few(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK: tilegpu.ring :
  // CHECK: tilegpu.ring :
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: tilegpu.ring_copy
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "few", shape = array<i64: 128, 128, 64>} : !x, !w, !y
  tile.return
}
// CHECK-LABEL: tile.kernel @any(
tile.kernel @any(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // CHECK: tilegpu.ring :
  // CHECK: tilegpu.ring : {{.*}} with
  // CHECK: scf.for
  tile.contract "mk,nk->mn" %x, %w into %y {shape = array<i64: 128, 128, 64>} : !x, !w, !y
  tile.return
}

// -----

!m = !tile.array<?x?xf32>
tile.kernel @open(%x: !m, %w: !m, %y: !m) {
  // expected-error @below {{a program for each tile needs sizes and strides that are known; say "few" or "any" instead}}
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "each"} : !m, !m, !m
  tile.return
}

// -----

!m = !tile.array<4x4xf32, strides = [4, 1]>
tile.kernel @branch(%x: !m, %w: !m, %y: !m, %is: i1) {
  scf.if %is {
    // expected-error @below {{a program for each tile needs a contraction that programs reach once}}
    tile.contract "mk,nk->mn" %x, %w into %y {programs = "each"} : !m, !m, !m
  }
  tile.return
}

// -----

!m = !tile.array<128x128xf32, strides = [128, 1]>
tile.kernel @two(%x: !m, %w: !m, %y: !m, %z: !m) {
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "each", shape = array<i64: 64, 64, 8>} : !m, !m, !m
  // expected-error @below {{has 8 tiles, but another contraction of the kernel has 4, and each is to have a program}}
  tile.contract "mk,nk->mn" %x, %w into %z {programs = "each", shape = array<i64: 64, 32, 8>} : !m, !m, !m
  tile.return
}

// -----

!x = !tile.array<1099511627776x16xf16, strides = [16, 1]>
!w = !tile.array<16x16xf16, strides = [16, 1]>
tile.kernel @many(%x: !x, %w: !w, %y: !x) {
  // expected-error @below {{has 8589934592 tiles of 128 by 16 elements, and fewer than 2^31 are possible: choose larger ones with 'shape'}}
  tile.contract "mk,kn->mn" %x, %w into %y : !x, !w, !x
  tile.return
}

// RUN: tile-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tile-lower-contractions{boxes num-warps=8 sm=90 stages=auto remarks})' %s

// 132 programs compute one tile after the other. Tiles of 128 columns are computed in three rounds; those of 256, in
// two, of which the second one is half empty.

!x = !tile.array<12600x3456xf16, strides = [3456, 1]>
!w = !tile.array<512x3456xf16, strides = [3456, 1]>
!y = !tile.array<12600x512xf16, strides = [512, 1]>
tile.kernel @three_rounds(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{tiles of 128 rows, 128 columns and 64 products}}
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

// If both take as many rounds for as many elements, wider tiles load less, unless sums are short.

!x = !tile.array<8x32x32x512xf16, strides = [524288, 16384, 512, 1]>
!w = !tile.array<1024x3x3x512xf16, strides = [4608, 1536, 512, 1]>
!y = !tile.array<8x30x30x1024xf16, strides = [921600, 30720, 1024, 1]>
tile.kernel @long_sums(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{tiles of 128 rows, 256 columns and 64 products}}
  tile.contract "n(h+r)(w+s)c,krsc->nhwk" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

!x = !tile.array<32768x128xf16, strides = [128, 1]>
!w = !tile.array<256x128xf16, strides = [128, 1]>
!y = !tile.array<32768x256xf16, strides = [256, 1]>
tile.kernel @short_sums(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{tiles of 128 rows, 128 columns and 64 products}}
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

// A kernel that copies 8 MB ahead takes less time than bulk copies of rows of 16 bytes for all tiles.

!x = !tile.array<8x32x32x512xf16, strides = [524288, 16384, 512, 1]>
!w = !tile.array<512x1024xf16, strides = [1024, 1]>
!y = !tile.array<8x30x32x1024xf16, strides = [983040, 32768, 1024, 1]>
tile.kernel @shift(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{another kernel first copies lhs to an array of nhwc}}
  tile.contract "n(h+c//8%3)wc,ck->nhwk" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

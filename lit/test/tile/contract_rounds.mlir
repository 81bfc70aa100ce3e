// RUN: tile-opt --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(tile-lower-contractions{boxes num-warps=8 sm=90 stages=auto remarks})' %s

// 132 programs compute one tile after the other. 264 tiles of 192 pixels are two full rounds. They would be two rounds
// of 256 channels, too, of which the second one is half empty, or three rounds of 128.

!x = !tile.array<12600x3456xf16, strides = [3456, 1]>
!w = !tile.array<512x3456xf16, strides = [3456, 1]>
!y = !tile.array<12600x512xf16, strides = [512, 1]>
tile.kernel @two_rounds(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{M n, N m, K k; tiles of 128 rows, 64 columns and 64 products, by tile.dot of f16, 3 of them side by side for each program}}
  tile.contract "mk,nk->mn" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

// Boxes of an image need not lie side by side in it: 98 boxes of 64 pixels are 33 times 3.

!x = !tile.array<8x32x32x256xf16, strides = [262144, 8192, 256, 1]>
!w = !tile.array<512x3x3x256xf16, strides = [2304, 768, 256, 1]>
!y = !tile.array<8x28x28x512xf16, strides = [401408, 14336, 512, 1]>
tile.kernel @boxes(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y {tile.divisibility = 16 : i32}) {
  // expected-remark @below {{tiles of 128 rows, 64 columns and 64 products, by tile.dot of f16, 3 of them side by side for each program; tiles are boxes of the operands, loaded through views: k 128, n 4, h 4, w 4, c 64}}
  tile.contract "n(h+2*r)(w+2*s)c,krsc->nhwk" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

// Tiles of 128 columns are computed in three rounds.

!x = !tile.array<12600x512xf16, strides = [512, 1]>
!w = !tile.array<512x512xf16, strides = [512, 1]>
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

// A kernel that copies 8 MB ahead takes less time than bulk copies of rows of 16 bytes for four rounds of tiles, but not
// for two.

!x = !tile.array<8x32x32x512xf16, strides = [524288, 16384, 512, 1]>
!w = !tile.array<512x2048xf16, strides = [2048, 1]>
!y = !tile.array<8x30x32x2048xf16, strides = [1966080, 65536, 2048, 1]>
tile.kernel @shift(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{another kernel first copies lhs to an array of nhwc}}
  tile.contract "n(h+c//8%3)wc,ck->nhwk" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

!x = !tile.array<8x32x32x512xf16, strides = [524288, 16384, 512, 1]>
!w = !tile.array<512x1024xf16, strides = [1024, 1]>
!y = !tile.array<8x30x32x1024xf16, strides = [983040, 32768, 1024, 1]>
tile.kernel @two_rounds(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32}, %y: !y) {
  // expected-remark @below {{a tile of lhs is several boxes side by side}}
  tile.contract "n(h+c//8%3)wc,ck->nhwk" %x, %w into %y {programs = "few"} : !x, !w, !y
  tile.return
}

// -----

// With fewer tiles than multiprocessors, two warp groups are side by side.

!x = !tile.array<8x32x32x256xf16, strides = [262144, 8192, 256, 1]>
!w = !tile.array<512x3x3x256xf16, strides = [2304, 768, 256, 1]>
!y = !tile.array<8x15x15x512xf16, strides = [115200, 7680, 512, 1]>
tile.kernel @side_by_side(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32},
    %y: !y {tile.divisibility = 16 : i32}) {
  // expected-remark @below {{tiles of 64 rows, 128 columns and 128 products}}
  tile.contract "n(2*h+r)(2*w+s)c,krsc->nhwk" %x, %w into %y {programs = "each"} : !x, !w, !y
  tile.return
}

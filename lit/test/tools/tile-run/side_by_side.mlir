// RUN: tile-run --level=llvm --target=sm_90a --compare --grid=2 --arg randint:5x5x16x64xf16:low=-3:high=4 --arg randint:72x2x64xf16:low=-3:high=4 --arg zeros:5x4x16x72xf16 --arg randint:5x72xf16:low=-3:high=4 %s 2>&1 | FileCheck %s

// Five boxes of 64 pixels are computed three at a time. The sixth one is beyond the output: nothing is added to it or
// stored.

// CHECK: compare y: 23040 elements {{equal|within tolerance}}

!x = !tile.array<5x5x16x64xf16, strides = [5120, 1024, 64, 1]>
!w = !tile.array<72x2x64xf16, strides = [128, 64, 1]>
!y = !tile.array<5x4x16x72xf16, strides = [4608, 1152, 72, 1]>
!b = !tile.array<5x72xf16, strides = [72, 1]>
tile.kernel @k(%x: !x {tile.divisibility = 16 : i32}, %w: !w {tile.divisibility = 16 : i32},
               %y: !y {tile.divisibility = 16 : i32}, %bias: !b {tile.divisibility = 16 : i32}) {
  tile.contract "krc,n(h+r)wc->nhwk" %w, %x into %y with %bias epilogue {
  ^bb0(%sum: f32, %b: f16):
    %wide = arith.extf %b : f16 to f32
    %z = arith.addf %sum, %wide : f32
    %r = arith.truncf %z : f32 to f16
    tile.yield %r : f16
  } {programs = "few", shape = array<i64: 64, 192, 64>, axes = ["nk"]} : !w, !x, !y with !b
  tile.return
}

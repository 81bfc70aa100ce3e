// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-ring-tiles{num-warps=4})' | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-ring-tiles{num-warps=4}, gpu-bulk-store-tiles{num-warps=4}, tile-lower-views, gpu-assign-layouts{num-warps=4 warp-groups=true}, convert-tile-to-llvm{sm=90})' | filecheck %s --check-prefix=LLVM

// The columns of the right factor are pixels of the output of a convolution, two tiles of 32 of them one behind the
// other. One copy of 64 pixels loads both, with the place (r, s) of the filter as offsets. Its window ends two pixels
// before the image does. A tensor map for it has corners and steps.

// CHECK: lower = array<i64: 0, 0>
// CHECK: steps = array<i64: 1, 1>
// CHECK: upper = array<i64: -2, -2>
// CHECK: tilegpu.ring : !tilegpu.shared<{{[0-9]+}}xtensor<64x64xf16>>
// CHECK: tilegpu.ring_copy {{.*}} {offsets = 2 : i32}
// LLVM: nvvm.cp.async.bulk.tensor.shared.cluster.global {{.*}} im2col[%{{.*}}, %{{.*}}]
// LLVM-SAME: mode = #nvvm.tma_load_mode<im2col>
!image = !tile.array<8x32x32x64xf16, strides = [65536, 2048, 64, 1]>
!filter = !tile.array<64x576xf16, strides = [576, 1]>
tile.kernel @convolution(%f: !filter {tile.divisibility = 16 : i32}, %x: !image {tile.divisibility = 16 : i32},
    %n: i32, %h: i32, %w: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %nine = arith.constant 9 : i32
  %start = arith.constant dense<0.0> : tensor<64x32xf32>
  %sum:2 = scf.for %k = %zero to %nine step %one iter_args(%s = %start, %t = %start) -> (tensor<64x32xf32>,
      tensor<64x32xf32>) : i32 {
    %r = arith.divui %k, %three : i32
    %c = arith.remui %k, %three : i32
    %a = tile.load_view %f[%zero, %k] padding zero : !filter -> tensor<64x64xf16>
    %p = tile.load_pixels %x[%n, %h, %w, %zero] offsets[%r, %c] {after = 0 : i64, counts = array<i64: 30, 30>,
      lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !image -> tensor<32x64xf16>
    %q = tile.load_pixels %x[%n, %h, %w, %zero] offsets[%r, %c] {after = 32 : i64, counts = array<i64: 30, 30>,
      lower = array<i64: 0, 0>, steps = array<i64: 1, 1>} : !image -> tensor<32x64xf16>
    %pt = tile.permute %p [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
    %qt = tile.permute %q [1, 0] : tensor<32x64xf16> -> tensor<64x32xf16>
    %u = tile.dot %a, %pt, %s : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>
    %v = tile.dot %a, %qt, %t : tensor<64x64xf16>, tensor<64x32xf16> -> tensor<64x32xf32>
    scf.yield %u, %v : tensor<64x32xf32>, tensor<64x32xf32>
  }
  %at = tile.splat %out : !tile.ptr<f32> -> tensor<64x32x!tile.ptr<f32>>
  tile.store %at, %sum#0 : tensor<64x32x!tile.ptr<f32>>, tensor<64x32xf32>
  tile.store %at, %sum#1 : tensor<64x32x!tile.ptr<f32>>, tensor<64x32xf32>
  tile.return
}

// RUN: tile-opt --pass-pipeline='builtin.module(tile-lower-contractions{num-warps=4 sm=80})' %s | FileCheck %s

// The last element of the bias is 6.3e9 elements behind the first one, so its indices have 64 bits.

// CHECK-LABEL: tile.kernel @far_bias
// CHECK: tile.base %arg2
// CHECK: tile.addptr {{.*}} : tensor<32x32x!tile.ptr<f32>>, tensor<32x32xi64>
// CHECK: tile.return

!a = !tile.array<66x16xf16, strides = [16, 1]>
!b = !tile.array<64x3x16xf16, strides = [48, 16, 1]>
!bias = !tile.array<64xf32, strides = [100000000]>
!c = !tile.array<64x64xf32, strides = [64, 1]>
tile.kernel @far_bias(%a: !a, %b: !b, %bias: !bias, %c: !c) {
  tile.contract "(h+r)c,krc->hk" %a, %b into %c with %bias epilogue {
  ^bb0(%sum: f32, %more: f32):
    %all = arith.addf %sum, %more : f32
    tile.yield %all : f32
  } {axes = ["k"], shape = array<i64: 32, 32, 32>} : !a, !b, !c with !bias
  tile.return
}

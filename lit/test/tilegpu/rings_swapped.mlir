// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4" | FileCheck %s

// The rows of b are contiguous, which is not possible for a right factor of f32. So its transpose becomes the left
// factor. The loop carries the transpose of the sum.

// CHECK-LABEL: tile.kernel @product
// CHECK: %[[A:.*]] = tilegpu.ring : !tilegpu.shared<{{.*}}xtensor<128x32xf32>>
// CHECK: %[[B:.*]] = tilegpu.ring : !tilegpu.shared<{{.*}}xtensor<32x64xf32>>
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<64x128xf32>)
// CHECK: %[[NEXT:.*]] = tilegpu.ring_dot %[[B]][{{.*}}] by %[[A]][{{.*}}], %[[ACC]] {lhs_transposed, rhs_transposed}
// CHECK-NOT: tile.permute
// CHECK: scf.yield %[[NEXT]] : tensor<64x128xf32>
// CHECK: tile.permute %[[SUM]] [1, 0] : tensor<64x128xf32> -> tensor<128x64xf32>

!a = !tile.array<?x64xf32, strides = [64, 1]>
!b = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @product(%a: !a {tile.divisibility = 16 : i32}, %b: !b {tile.divisibility = 16 : i32}, %n: i32, %c: !a) {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<128x64xf32>) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !a -> tensor<128x32xf32>
    %y = tile.load_view %b[%k, %c0] padding zero : !b -> tensor<32x64xf32>
    %next = tile.dot %x, %y, %acc precision tf32 : tensor<128x32xf32>, tensor<32x64xf32> -> tensor<128x64xf32>
    scf.yield %next : tensor<128x64xf32>
  }
  tile.store_view %sum, %c[%c0, %c0] : tensor<128x64xf32>, !a
  tile.return
}

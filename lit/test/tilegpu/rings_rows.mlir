// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4" | FileCheck %s
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4" | tile-opt | FileCheck %s

// The loop also loads a row, besides the tiles of its product. The row has its own ring. Threads release it as soon as
// they have loaded it.

// CHECK-LABEL: tile.kernel @scaled
// CHECK: tilegpu.ring : !tilegpu.shared<[[N:.*]]xtensor<64x64xf16>>
// CHECK: %[[S:.*]] = tilegpu.ring : !tilegpu.shared<[[N]]xtensor<1x64xf32>>
// CHECK: scf.for %[[K:.*]] = {{.*}} {
// CHECK: tilegpu.ring_dot
// CHECK: tilegpu.ring_await %[[S]][%[[I:.*]]] :
// CHECK-NEXT: %[[ROW:.*]] = tilegpu.ring_load %[[S]][%[[I]]] : !tilegpu.shared<[[N]]xtensor<1x64xf32>> -> tensor<1x64xf32>
// CHECK-NEXT: tilegpu.ring_release %[[S]][%[[I]]] :
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xf32>
// CHECK: scf.yield
// CHECK: tilegpu.ring_end %[[S]]

!m = !tile.array<?x64xf16, strides = [64, 1]>
!s = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @scaled(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                    %s: !s {tile.divisibility = 16 : i32}, %n: i32, %out: !s) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %p = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %row = tile.load_view %s[%k, %c0] padding zero : !s -> tensor<1x64xf32>
    %rows = tile.broadcast %row : tensor<1x64xf32> -> tensor<64x64xf32>
    %next = math.fma %p, %rows, %acc : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %out[%c0, %c0] : tensor<64x64xf32>, !s
  tile.return
}

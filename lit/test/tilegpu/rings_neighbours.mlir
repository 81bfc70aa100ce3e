// RUN: tile-opt %s --tile-split-tiles --gpu-ring-tiles="num-warps=4" | FileCheck %s
// RUN: tile-opt %s --tile-split-tiles --gpu-ring-tiles="num-warps=4" | tile-opt | FileCheck %s

// Tiles of 192 columns are tiles of 128 and 64, which lie side by side. They are copied to one slot, and nothing comes
// between their products but constants, so that one instruction can compute both.

// CHECK-LABEL: tile.kernel @side_by_side
// CHECK: %[[A:.*]] = tilegpu.ring : !tilegpu.shared<{{.*}}xtensor<64x64xf16>>
// CHECK: %[[B:.*]] = tilegpu.ring : !tilegpu.shared<{{.*}}xtensor<64x192xf16>>
// CHECK: scf.for
// CHECK: tilegpu.ring_dot %[[A]][%[[N:.*]]] by %[[B]][%[[N]]], %{{.*}} {rhs_from = 0 : i32} : {{.*}} -> tensor<64x128xf32>
// CHECK-NOT: tilegpu
// CHECK: tilegpu.ring_dot %[[A]][%[[N]]] by %[[B]][%[[N]]], %{{.*}} {rhs_from = 128 : i32} : {{.*}} -> tensor<64x64xf32>
// CHECK-NOT: tile.load_view
// CHECK: tile.return

!m = !tile.array<?x?xf16, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
tile.kernel @side_by_side(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                          %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                          %n: i32, %j: i32, %c: !c) {
  %zero = arith.constant dense<0.0> : tensor<64x192xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x192xf32>) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x192xf16>
    %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x192xf16> -> tensor<64x192xf32>
    scf.yield %next : tensor<64x192xf32>
  }
  tile.store_view %sum, %c[%c0, %j] : tensor<64x192xf32>, !c
  tile.return
}

// These tiles have a gap between them, but each is a panel: both are copied to one slot by copies of their own.

// CHECK-LABEL: tile.kernel @apart
// CHECK: %[[A:.*]] = tilegpu.ring : !tilegpu.shared<{{.*}}xtensor<64x64xf16>>
// CHECK: %[[B:.*]] = tilegpu.ring : !tilegpu.shared<{{.*}}xtensor<64x128xf16>>
// CHECK: tilegpu.ring_copy %[[B]][{{.*}}] from %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] if %{{.*}} {pieces = 2 : i32}
// CHECK: scf.for
// CHECK: tilegpu.ring_dot %[[A]][%[[N:.*]]] by %[[B]][%[[N]]], %{{.*}} {rhs_from = 0 : i32} : {{.*}} -> tensor<64x64xf32>
// CHECK-NOT: tilegpu
// CHECK: tilegpu.ring_dot %[[A]][%[[N]]] by %[[B]][%[[N]]], %{{.*}} {rhs_from = 64 : i32}
// CHECK-NOT: tile.load_view
// CHECK: tile.return

tile.kernel @apart(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                   %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                   %n: i32, %j: i32, %c: !c) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %later = arith.addi %j, %c2 : i32
  %s:2 = scf.for %k = %c0 to %n step %c1 iter_args(%p = %zero, %q = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%c0, %k] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x64xf16>
    %z = tile.load_view %b[%k, %later] padding zero : !m -> tensor<64x64xf16>
    %u = tile.dot %x, %y, %p : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %v = tile.dot %x, %z, %q : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %u, %v : tensor<64x64xf32>, tensor<64x64xf32>
  }
  tile.store_view %s#0, %c[%c0, %j] : tensor<64x64xf32>, !c
  tile.store_view %s#1, %c[%c0, %later] : tensor<64x64xf32>, !c
  tile.return
}

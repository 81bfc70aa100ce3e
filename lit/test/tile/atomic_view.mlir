// RUN: tile-opt %s | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-lower-views,cse)' | filecheck %s --check-prefix=VIEWS
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-split-tiles)' | filecheck %s --check-prefix=SPLIT

!a = !tile.array<?x64xi32, strides = [64, 1]>
!long = !tile.array<?xf32, strides = [1]>

// CHECK-LABEL: tile.kernel @adds
// CHECK: tile.atomic_rmw_view add %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<8x64xi32>, !tile.array<?x64xi32, strides = [64, 1]>
// CHECK: tile.atomic_rmw_view max %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] anywhere
// VIEWS-LABEL: tile.kernel @adds
// VIEWS: %[[INSIDE:.*]] = tile.broadcast %{{.*}} : tensor<8x1xi1> -> tensor<8x64xi1>
// VIEWS: tile.atomic_rmw add relaxed device %{{.*}}, %{{.*}}, %[[INSIDE]]
tile.kernel @adds(%v: !tile.ptr<i32>, %a: !a) {
  %c0 = arith.constant 0 : i32
  %i = tile.program_id 0
  %p = tile.splat %v : !tile.ptr<i32> -> tensor<8x64x!tile.ptr<i32>>
  %t = tile.load %p : tensor<8x64x!tile.ptr<i32>>
  tile.atomic_rmw_view add %t, %a[%i, %c0] : tensor<8x64xi32>, !a
  tile.atomic_rmw_view max %t, %a[%i, %c0] anywhere : tensor<8x64xi32>, !a
  tile.return
}

// SPLIT-LABEL: tile.kernel @pieces
// SPLIT: tile.atomic_rmw_view add %{{.*}}, %{{.*}}[%{{.*}}] : tensor<128xf32>
// SPLIT: tile.atomic_rmw_view add %{{.*}}, %{{.*}}[%{{.*}}] anywhere : tensor<64xf32>
tile.kernel @pieces(%a: !long, %x: f32) {
  %i = tile.program_id 0
  %t = tile.splat %x : f32 -> tensor<192xf32>
  tile.atomic_rmw_view add %t, %a[%i] : tensor<192xf32>, !long
  tile.return
}

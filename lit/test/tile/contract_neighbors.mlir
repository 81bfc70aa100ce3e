// RUN: tile-opt %s --tile-lower-contractions --cse | FileCheck %s

// Each lane computes four neighbors along h, which share factors. As there are 11, the last lanes begin at 7 instead of
// 8, and do not store the element at 7 again. Addresses of neighbors differ by constants.

!x = !tile.array<13x8xf32, strides = [8, 1]>
!w = !tile.array<3x8xf32, strides = [8, 1]>
!y = !tile.array<11x8xf32, strides = [8, 1]>
// CHECK-LABEL: tile.kernel @ends(
tile.kernel @ends(%x: !x, %w: !w, %y: !y) {
  // CHECK: %[[FOUR:.*]] = arith.constant dense<4> : tensor<32xi32>
  // CHECK: %[[OWN:.*]] = arith.muli %{{.*}}, %[[FOUR]]
  // CHECK: %[[LAST:.*]] = arith.constant dense<7> : tensor<32xi32>
  // CHECK: %[[FIRST:.*]] = arith.minsi %[[OWN]], %[[LAST]]
  // CHECK-COUNT-9: tile.load
  // CHECK-NOT: tile.load
  // CHECK: %[[NEW:.*]] = arith.cmpi sle, %[[OWN]], %[[FIRST]]
  // CHECK: %[[INSIDE:.*]] = arith.select %{{.*}}, %[[NEW]],
  // CHECK: tile.store %[[AT:.*]], %{{.*}}, %[[INSIDE]]
  // CHECK: %[[NEXT:.*]] = tile.addptr %[[AT]], %{{.*}}
  // CHECK-NOT: arith.cmpi
  // CHECK: tile.store %[[NEXT]]
  tile.contract "(h+r)c,rc->hc" %x, %w into %y : !x, !w, !y
  tile.return
}

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

// A lane has 4 by 4 neighbors. It computes their sums row by row of the image, and stores four when their last row has
// been added. Of the 128 channels, 64 are adjacent in a tile of 256 lanes, with those of other groups along w. As w has
// 11 values, the last group begins at 7 instead of 8, and stores again what is stored at 7. Lanes beyond the last ones
// compute the same as those. So nothing is masked.

!image = !tile.array<6x13x128xf16, strides = [1664, 128, 1]>
!filter = !tile.array<3x3x128xf16, strides = [384, 128, 1]>
!out = !tile.array<4x11x128xf16, strides = [1408, 128, 1]>
// CHECK-LABEL: tile.kernel @rows(
tile.kernel @rows(%x: !image, %w: !filter, %y: !out) {
  // CHECK: %[[BLOCK:.*]] = arith.constant dense<64> : tensor<256xi32>
  // CHECK: %[[WITHIN:.*]] = arith.remui %[[LANE:.*]], %[[BLOCK]]
  // CHECK: %[[PLACE:.*]] = arith.divui %[[LANE]], %[[BLOCK]]
  // CHECK: %[[LASTPLACE:.*]] = arith.constant dense<5> : tensor<256xi32>
  // CHECK: %[[SOME:.*]] = arith.minsi %[[PLACE]], %[[LASTPLACE]]
  // CHECK: %[[GROUPS:.*]] = arith.constant dense<3> : tensor<256xi32>
  // CHECK: %[[W:.*]] = arith.remui %[[SOME]], %[[GROUPS]]
  // CHECK: arith.muli %{{.*}}, %[[BLOCK]]
  // CHECK: %[[LAST:.*]] = arith.constant dense<7> : tensor<256xi32>
  // CHECK: arith.minsi %{{.*}}, %[[LAST]]
  // CHECK-NOT: arith.cmpi
  // CHECK-COUNT-45: tile.load
  // CHECK-COUNT-72: math.fma
  // CHECK-COUNT-4: tile.store
  // CHECK-COUNT-36: math.fma
  // CHECK-COUNT-4: tile.store
  // CHECK-COUNT-24: math.fma
  // CHECK-COUNT-4: tile.store
  // CHECK-COUNT-12: math.fma
  // CHECK-COUNT-4: tile.store
  // CHECK-NOT: math.fma
  tile.contract "(h+r)(w+s)c,rsc->hwc" %x, %w into %y {shape = array<i64: 256, 1, 1>} : !image, !filter, !out
  tile.return
}

// The epilogue reads the output, so that an element must be stored once: the last lanes leave out what is stored at 7,
// and lanes beyond the last ones all of theirs.
// CHECK-LABEL: tile.kernel @once(
tile.kernel @once(%x: !image, %w: !filter, %y: !out) {
  // CHECK: %[[THERE:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : tensor<256xi32>
  // CHECK: %[[LAST:.*]] = arith.constant dense<7> : tensor<256xi32>
  // CHECK: %[[FIRST:.*]] = arith.minsi %[[OWN:.*]], %[[LAST]]
  // CHECK: %[[NEW:.*]] = arith.cmpi sle, %[[OWN]], %[[FIRST]]
  // CHECK: %[[INSIDE:.*]] = arith.select %[[THERE]], %[[NEW]],
  // CHECK: tile.store %{{.*}}, %{{.*}}, %[[INSIDE]]
  // CHECK: tile.store %{{.*}}, %{{.*}}, %[[THERE]]
  tile.contract "(h+r)(w+s)c,rsc->hwc" %x, %w into %y with %y epilogue {
  ^bb0(%sum: f32, %old: f16):
    %wide = arith.extf %old : f16 to f32
    %all = arith.addf %sum, %wide : f32
    %new = arith.truncf %all : f32 to f16
    tile.yield %new : f16
  } {shape = array<i64: 256, 1, 1>, axes = ["hwc"]} : !image, !filter, !out with !out
  tile.return
}

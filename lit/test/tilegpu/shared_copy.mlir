// RUN: tile-opt %s | tile-opt --mlir-print-op-generic | tile-opt | filecheck %s
// RUN: tile-opt %s --gpu-prefetch-tiles="cells=3" | filecheck %s --check-prefix=AHEAD

// CHECK: tile.kernel @k
// CHECK: tilegpu.shared_copy %{{.*}}, %{{.*}} to %[[B:.*]][%{{.*}}] : tensor<32x!tile.ptr<f32>>, tensor<32xi1>, !tilegpu.shared<2xtensor<32xf32>>
// CHECK-NEXT: tilegpu.shared_group
// CHECK-NEXT: tilegpu.shared_await {pending = 0 : i32}
// CHECK-NEXT: tilegpu.shared_load %[[B]]
tile.kernel @k(%i: i32, %x: !tile.ptr<f32>) {
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %m = arith.constant dense<true> : tensor<32xi1>
  %b = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<32xf32>>
  tilegpu.shared_copy %p, %m to %b[%i] : tensor<32x!tile.ptr<f32>>, tensor<32xi1>, !tilegpu.shared<2xtensor<32xf32>>
  tilegpu.shared_group
  tilegpu.shared_await {pending = 0 : i32}
  %w = tilegpu.shared_load %b[%i] : !tilegpu.shared<2xtensor<32xf32>> -> tensor<32xf32>
  tile.return
}

// Two tiles are copied before the loop. Each iteration copies the tile that is needed two iterations later, after the
// product. A transposed tile is copied with transposed addresses.

// AHEAD: tile.kernel @products
// AHEAD-COUNT-2: tilegpu.shared_group
// AHEAD: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[CELL:.*]] = %
// AHEAD: tilegpu.shared_await {pending = 1 : i32}
// AHEAD-NEXT: %[[X:.*]] = tilegpu.shared_load %[[B:.*]][%[[CELL]]]
// AHEAD-NEXT: tile.dot %[[X]], %{{.*}}, %
// AHEAD: %[[PTRS:.*]] = tile.permute %{{.*}} [1, 0] : tensor<16x16x!tile.ptr<f64>>
// AHEAD: tilegpu.shared_copy %[[PTRS]], %{{.*}} to %[[B]][%
// AHEAD-NEXT: tilegpu.shared_group
// AHEAD: tilegpu.shared_await {pending = 0 : i32}
tile.kernel @products(%ps: !tile.ptr<f64> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f64>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf64>
  %all = tile.iota : tensor<256xi32>
  %at = tile.reshape %all : tensor<256xi32> -> tensor<16x16xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf64>) : i32 {
    %by = arith.muli %i, %c256 : i32
    %base = tile.addptr %ps, %by : !tile.ptr<f64>, i32 -> !tile.ptr<f64>
    %p = tile.splat %base : !tile.ptr<f64> -> tensor<16x16x!tile.ptr<f64>>
    %q = tile.addptr %p, %at : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f64>>
    %x = tile.load %q : tensor<16x16x!tile.ptr<f64>>
    %turned = tile.permute %x [1, 0] : tensor<16x16xf64> -> tensor<16x16xf64>
    %next = tile.dot %turned, %zero, %acc : tensor<16x16xf64>, tensor<16x16xf64> -> tensor<16x16xf64>
    scf.yield %next : tensor<16x16xf64>
  }
  %r = tile.splat %out : !tile.ptr<f64> -> tensor<16x16x!tile.ptr<f64>>
  %to = tile.addptr %r, %at : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f64>>
  tile.store %to, %sum : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xf64>
  tile.return
}

// The loop has two iterations, for which there are three cells: both tiles are copied before the first product, and are
// waited for together. Columns 4i + j of a tile become columns i + 4j. Its addresses remain as they were, so that
// consecutive ones are copied together, and the order of elements in the cell is another one.

// AHEAD: tile.kernel @at_once
// AHEAD-COUNT-2: tilegpu.shared_copy %{{.*}}, %{{.*}} to %[[B:.*]][%{{.*}}] {turned = array<i64: 1, 4>} : tensor<16x16x!tile.ptr<f64>>
// AHEAD: tilegpu.shared_await {pending = 0 : i32}
// AHEAD-NOT: tilegpu.shared_await
// AHEAD: %[[X:.*]] = tilegpu.shared_load %[[B]]
// AHEAD: tile.dot %{{.*}}, %[[X]], %
// AHEAD: %[[Y:.*]] = tilegpu.shared_load %[[B]]
// AHEAD: tile.dot %{{.*}}, %[[Y]], %
// AHEAD-NOT: scf.for
tile.kernel @at_once(%ps: !tile.ptr<f64> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f64>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c256 = arith.constant 256 : i32
  %zero = arith.constant dense<0.0> : tensor<16x16xf64>
  %all = tile.iota : tensor<256xi32>
  %at = tile.reshape %all : tensor<256xi32> -> tensor<16x16xi32>
  %sum = scf.for %i = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> (tensor<16x16xf64>) : i32 {
    %by = arith.muli %i, %c256 : i32
    %base = tile.addptr %ps, %by : !tile.ptr<f64>, i32 -> !tile.ptr<f64>
    %p = tile.splat %base : !tile.ptr<f64> -> tensor<16x16x!tile.ptr<f64>>
    %q = tile.addptr %p, %at : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f64>>
    %x = tile.load %q : tensor<16x16x!tile.ptr<f64>>
    %apart = tile.reshape %x : tensor<16x16xf64> -> tensor<16x4x4xf64>
    %moved = tile.permute %apart [0, 2, 1] : tensor<16x4x4xf64> -> tensor<16x4x4xf64>
    %turned = tile.reshape %moved : tensor<16x4x4xf64> -> tensor<16x16xf64>
    %next = tile.dot %zero, %turned, %acc : tensor<16x16xf64>, tensor<16x16xf64> -> tensor<16x16xf64>
    scf.yield %next : tensor<16x16xf64>
  }
  %r = tile.splat %out : !tile.ptr<f64> -> tensor<16x16x!tile.ptr<f64>>
  %to = tile.addptr %r, %at : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f64>>
  tile.store %to, %sum : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xf64>
  tile.return
}

// Two products of 8 that add to the same sums are as one of 16: copies begin after both.

// AHEAD: tile.kernel @steps
// AHEAD: scf.for
// AHEAD: tilegpu.shared_await {pending = 1 : i32}
// AHEAD: %[[ONE:.*]] = tile.dot
// AHEAD-NOT: tilegpu.shared_copy
// AHEAD: tile.dot %{{.*}}, %{{.*}}, %[[ONE]]
// AHEAD: tilegpu.shared_copy
tile.kernel @steps(%ps: !tile.ptr<f64> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f64>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant dense<0.0> : tensor<8x16xf64>
  %start = arith.constant dense<0.0> : tensor<16x16xf64>
  %half = tile.iota : tensor<128xi32>
  %all = tile.iota : tensor<256xi32>
  %at = tile.reshape %half : tensor<128xi32> -> tensor<16x8xi32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %start) -> (tensor<16x16xf64>) : i32 {
    %by = arith.muli %i, %c128 : i32
    %base = tile.addptr %ps, %by : !tile.ptr<f64>, i32 -> !tile.ptr<f64>
    %p = tile.splat %base : !tile.ptr<f64> -> tensor<16x8x!tile.ptr<f64>>
    %q = tile.addptr %p, %at : tensor<16x8x!tile.ptr<f64>>, tensor<16x8xi32> -> tensor<16x8x!tile.ptr<f64>>
    %x = tile.load %q : tensor<16x8x!tile.ptr<f64>>
    %one = tile.dot %x, %zero, %acc : tensor<16x8xf64>, tensor<8x16xf64> -> tensor<16x16xf64>
    %y = tile.load %q : tensor<16x8x!tile.ptr<f64>>
    %two = tile.dot %y, %zero, %one : tensor<16x8xf64>, tensor<8x16xf64> -> tensor<16x16xf64>
    scf.yield %two : tensor<16x16xf64>
  }
  %where = tile.reshape %all : tensor<256xi32> -> tensor<16x16xi32>
  %r = tile.splat %out : !tile.ptr<f64> -> tensor<16x16x!tile.ptr<f64>>
  %to = tile.addptr %r, %where : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xi32> -> tensor<16x16x!tile.ptr<f64>>
  tile.store %to, %sum : tensor<16x16x!tile.ptr<f64>>, tensor<16x16xf64>
  tile.return
}

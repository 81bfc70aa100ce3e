// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-overlap-products)' | FileCheck %s

!r = !tilegpu.shared<1xtensor<64x64xf16>>

// A product whose operands are both tiles starts after the first product. Each wait is placed where the product's
// result is used. A tile is released after the wait for its last product.
// CHECK-LABEL: @together
// CHECK:       %[[S:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK-NEXT:  %[[D:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK-NEXT:  %[[SUM:.*]] = tilegpu.ring_wait %[[S]] {pending = 1 : i32}
// CHECK-NEXT:  math.exp2 %[[SUM]]
// CHECK-NEXT:  tilegpu.ring_wait %[[D]] {pending = 0 : i32}
// CHECK-NEXT:  tilegpu.ring_release
// CHECK-NEXT:  arith.mulf
tile.kernel @together(%p: !tile.ptr<f32>) {
  %n = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %b = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %s = tilegpu.ring_dot %a[%n] by %b[%n], %zero : !r, !r -> tensor<64x64xf32>
  %x = math.exp2 %s : tensor<64x64xf32>
  %d = tilegpu.ring_dot %b[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
  tilegpu.ring_release %b[%n] : !r
  %y = arith.mulf %x, %d : tensor<64x64xf32>
  tile.store %places, %y : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// A product that uses the result of another one comes after it.
// CHECK-LABEL: @chained
// CHECK:       %[[S:.*]] = tilegpu.ring_dot
// CHECK-NEXT:  tilegpu.ring_dot {{.*}}, %[[S]] :
// CHECK-NOT:   tilegpu.ring_wait
tile.kernel @chained(%p: !tile.ptr<f32>) {
  %n = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %b = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %s = tilegpu.ring_dot %a[%n] by %b[%n], %zero : !r, !r -> tensor<64x64xf32>
  %d = tilegpu.ring_dot %b[%n] by %a[%n], %s : !r, !r -> tensor<64x64xf32>
  tile.store %places, %d : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// The wait comes before the tile is overwritten by a copy.
// CHECK-LABEL: @copied
// CHECK:       tilegpu.ring_dot
// CHECK:       tilegpu.ring_copy
// CHECK-NEXT:  tilegpu.ring_await
// CHECK-NEXT:  tilegpu.ring_dot
tile.kernel @copied(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %is: i1) {
  %n = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %b = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %s = tilegpu.ring_dot %a[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
  %x = math.exp2 %s : tensor<64x64xf32>
  tilegpu.ring_copy %b[%n] from %map[%n, %n] if %is : !r, !tile.ptr<i8>
  tilegpu.ring_await %b[%n] : !r
  %d = tilegpu.ring_dot %b[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
  %y = arith.mulf %x, %d : tensor<64x64xf32>
  tile.store %places, %y : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// Results that another block uses are waited for in the block that computes them.
// CHECK-LABEL: @blocks
// CHECK-NOT:   async
tile.kernel @blocks(%p: !tile.ptr<f32>) {
  %n = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %b = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %s = tilegpu.ring_dot %a[%n] by %b[%n], %zero : !r, !r -> tensor<64x64xf32>
  %x = math.exp2 %s : tensor<64x64xf32>
  %d = tilegpu.ring_dot %b[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
  cf.br ^bb1
^bb1:
  %y = arith.mulf %x, %d : tensor<64x64xf32>
  tile.store %places, %y : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// A copy that waits for a release moves behind it, but not behind a loop that waits for the copy.
// CHECK-LABEL: @beforeALoop
// CHECK:       tilegpu.ring_wait
// CHECK-NEXT:  tilegpu.ring_wait
// CHECK-NEXT:  tilegpu.ring_release %[[B:[0-9]+]][
// CHECK:       tilegpu.ring_copy %[[B]][
// CHECK:       scf.for
// CHECK-NEXT:    tilegpu.ring_await %[[B]][
tile.kernel @beforeALoop(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %is: i1) {
  %n = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %a = tilegpu.ring : !r
  %b = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %s = tilegpu.ring_dot %a[%n] by %b[%n], %zero : !r, !r -> tensor<64x64xf32>
  tilegpu.ring_release %b[%n] : !r
  tilegpu.ring_copy %b[%one] from %map[%n, %n] if %is : !r, !tile.ptr<i8>
  %t = tilegpu.ring_dot %a[%n] by %a[%n], %zero : !r, !r -> tensor<64x64xf32>
  %u = arith.addf %s, %t : tensor<64x64xf32>
  %v = scf.for %k = %n to %one step %one iter_args(%w = %u) -> (tensor<64x64xf32>) : i32 {
    tilegpu.ring_await %b[%one] : !r
    %x = tilegpu.ring_dot %a[%n] by %b[%one], %w : !r, !r -> tensor<64x64xf32>
    scf.yield %x : tensor<64x64xf32>
  }
  %d = tilegpu.ring_dot %a[%n] by %a[%n], %v : !r, !r -> tensor<64x64xf32>
  tile.store %places, %d : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

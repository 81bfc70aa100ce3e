// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-overlap-products,canonicalize,cse)' | FileCheck %s

!r = !tilegpu.shared<3xtensor<64x64xf16>>

// The first product of the loop only depends on tiles. It belongs to the next iteration and runs while threads store the
// last product's result. In the last iteration it multiplies its own tile again, and no one uses the result.
// CHECK-LABEL: @ahead
// CHECK:       %[[SOME:.*]] = arith.cmpi sgt, %{{.*}}, %c0_i32
// CHECK:       %[[FIRST:.*]] = scf.if %[[SOME]]
// CHECK-NEXT:    tilegpu.ring_await %[[X:.*]][%c0_i32]
// CHECK-NEXT:    tilegpu.ring_dot %[[OWN:.*]][%c0_i32] by %[[X]][%c0_i32], %[[ZERO:.*]] :
// CHECK:       else
// CHECK-NEXT:    scf.yield %[[ZERO]]
// CHECK:       scf.for %[[K:.*]] = {{.*}} iter_args(%[[S:.*]] = %[[FIRST]])
// CHECK-NEXT:    arith.truncf %[[S]]
// CHECK-NEXT:    %[[O:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK:         %[[EXISTS:.*]] = arith.cmpi ugt, %{{.*}}, %c1_i32
// CHECK:         %[[NEXT:.*]] = arith.select %[[EXISTS]], %{{.*}}, %[[K]]
// CHECK-NEXT:    tilegpu.ring_await %[[X]][%[[NEXT]]]
// CHECK-NEXT:    %[[AHEAD:.*]] = tilegpu.ring_dot %[[OWN]][%c0_i32] by %[[X]][%[[NEXT]]], %[[ZERO]] {async}
// CHECK-NEXT:    %[[SUM:.*]] = tilegpu.ring_wait %[[O]] {pending = 1 : i32}
// CHECK-NEXT:    tilegpu.ring_release %[[X]][%[[K]]]
// CHECK-NEXT:    tile.store %{{.*}}, %[[SUM]]
// CHECK:         tilegpu.ring_copy
// CHECK-NEXT:    %[[DONE:.*]] = tilegpu.ring_wait %[[AHEAD]] {pending = 0 : i32}
// CHECK-NEXT:    scf.yield %[[DONE]]
tile.kernel @ahead(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  scf.for %k = %c0 to %n step %c1 : i32 {
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %own[%c0] by %x[%k], %zero : !r, !r -> tensor<64x64xf32>
    %w = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %o = tilegpu.ring_dot %w by %x[%k], %zero : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    tile.store %places, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
    %left = arith.subi %n, %k : i32
    %exists = arith.cmpi ugt, %left, %c3 : i32
    %later = arith.addi %k, %c3 : i32
    tilegpu.ring_copy %x[%later] from %map[%later, %c0] if %exists : !r, !tile.ptr<i8>
  }
  tile.return
}

// The accumulator is a constant of the loop's body, so the branch without a product has a constant of its own.
// CHECK-LABEL: @constant_inside
// CHECK:       %[[FIRST:.*]] = scf.if
// CHECK:       else
// CHECK-NEXT:    scf.yield %cst
// CHECK:       scf.for {{.*}} iter_args(%{{.*}} = %[[FIRST]])
tile.kernel @constant_inside(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %own = tilegpu.ring : !r
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %zero = arith.constant dense<0.0> : tensor<64x64xf32>
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %own[%c0] by %x[%k], %zero : !r, !r -> tensor<64x64xf32>
    %w = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %o = tilegpu.ring_dot %w by %x[%k], %zero : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    tile.store %places, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  }
  tile.return
}

// The tile of the next iteration is copied in this one, after the products. So no product begins ahead.
// CHECK-LABEL: @copied
// CHECK-NOT:   scf.if
// CHECK:       scf.for
// CHECK-NOT:   async
tile.kernel @copied(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  scf.for %k = %c0 to %n step %c1 : i32 {
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %own[%c0] by %x[%k], %zero : !r, !r -> tensor<64x64xf32>
    %w = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %o = tilegpu.ring_dot %w by %x[%k], %zero : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    tile.store %places, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
    %left = arith.subi %n, %k : i32
    %exists = arith.cmpi ugt, %left, %c1 : i32
    %later = arith.addi %k, %c1 : i32
    tilegpu.ring_copy %x[%later] from %map[%later, %c0] if %exists : !r, !tile.ptr<i8>
  }
  tile.return
}

// No thread works on the last product in the iteration, so nothing is gained.
// CHECK-LABEL: @added_up
// CHECK-NOT:   scf.if
// CHECK-NOT:   async
tile.kernel @added_up(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %own[%c0] by %x[%k], %zero : !r, !r -> tensor<64x64xf32>
    %w = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %o = tilegpu.ring_dot %w by %x[%k], %acc : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    %left = arith.subi %n, %k : i32
    %exists = arith.cmpi ugt, %left, %c3 : i32
    %later = arith.addi %k, %c3 : i32
    tilegpu.ring_copy %x[%later] from %map[%later, %c0] if %exists : !r, !tile.ptr<i8>
    scf.yield %o : tensor<64x64xf32>
  }
  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// The left factor of the first product is what the previous iteration yields. So the product does not begin ahead.
// CHECK-LABEL: @carried
// CHECK-NOT:   scf.if
// CHECK-NOT:   async
tile.kernel @carried(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %start = arith.constant dense<1.0> : tensor<64x64xf16>
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%v = %start) -> (tensor<64x64xf16>) : i32 {
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %v by %x[%k], %zero : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    %w = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %o = tilegpu.ring_dot %w by %x[%k], %zero : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    tile.store %places, %o : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
    scf.yield %w : tensor<64x64xf16>
  }
  tile.return
}

// The last product, whose result is stored, begins before the one that only adds to a sum, while the sum of %o is still
// running. The first product of the next iteration comes
// behind the store.
// CHECK-LABEL: @sooner
// CHECK:       scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[U:.*]] = %{{.*}}, %[[S:.*]] = %{{.*}})
// CHECK:         %[[O:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK:         %[[TURNED:.*]] = tile.permute
// CHECK-NEXT:    %[[W:.*]] = tilegpu.ring_dot %[[TURNED]] by {{.*}} {async}
// CHECK-NEXT:    %[[SUM:.*]] = tilegpu.ring_wait %[[O]] {pending = 1 : i32}
// CHECK-NEXT:    %[[V:.*]] = tilegpu.ring_dot {{.*}}, %[[U]] {async}
// CHECK-NEXT:    %[[STORED:.*]] = tilegpu.ring_wait %[[W]] {pending = 1 : i32}
// CHECK-NEXT:    tile.store %{{.*}}, %[[STORED]]
// CHECK:         tilegpu.ring_await
// CHECK-NEXT:    %[[AHEAD:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK-NEXT:    tilegpu.ring_wait %[[V]] {pending = 1 : i32}
// CHECK-NEXT:    tilegpu.ring_wait %[[AHEAD]] {pending = 0 : i32}
// CHECK-NEXT:    tilegpu.ring_release
// CHECK-NEXT:    scf.yield
tile.kernel @sooner(%p: !tile.ptr<f32>, %n: i32, %out: !tile.ptr<f32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sums:2 = scf.for %k = %c0 to %n step %c1 iter_args(%t = %zero, %u = %zero) -> (tensor<64x64xf32>, tensor<64x64xf32>) : i32 {
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %own[%c0] by %x[%k], %zero : !r, !r -> tensor<64x64xf32>
    %w = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %o = tilegpu.ring_dot %w by %x[%k], %t : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    %more = arith.addf %s, %s : tensor<64x64xf32>
    %d = arith.truncf %more : tensor<64x64xf32> to tensor<64x64xf16>
    %v = tilegpu.ring_dot %d by %x[%k], %u : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    %turned = tile.permute %d [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %stored = tilegpu.ring_dot %turned by %own[%c0], %zero : tensor<64x64xf16>, !r -> tensor<64x64xf32>
    tile.store %places, %stored : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
    scf.yield %o, %v : tensor<64x64xf32>, tensor<64x64xf32>
  }
  %both = arith.addf %sums#0, %sums#1 : tensor<64x64xf32>
  %there = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  tile.store %there, %both : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

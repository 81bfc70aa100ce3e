// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-early-branches)' | FileCheck %s

!r = !tilegpu.shared<3xtensor<64x64xf16>>

// The iteration branches before its product begins, not while it runs. The copy and the number of its tile stay behind.
// CHECK-LABEL: @running
// CHECK:       scf.for %[[K:arg[0-9]+]] =
// CHECK-NEXT:    %[[EDGE:.*]] = arith.cmpi
// CHECK-NEXT:    %[[NEXT:.*]] = scf.if %[[EDGE]]
// CHECK-NEXT:      tilegpu.ring_await
// CHECK-NEXT:      %[[S:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK-NEXT:      %[[MASKED:.*]] = math.exp2 %[[BEFORE:.*]] :
// CHECK-NEXT:      %[[DONE:.*]] = tilegpu.ring_wait %[[S]]
// CHECK-NEXT:      tilegpu.ring_release
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[DONE]], %[[MASKED]]
// CHECK-NEXT:      scf.yield %[[SUM]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      tilegpu.ring_await
// CHECK-NEXT:      %[[T:.*]] = tilegpu.ring_dot {{.*}} {async}
// CHECK-NEXT:      %[[OTHER:.*]] = tilegpu.ring_wait %[[T]]
// CHECK-NEXT:      tilegpu.ring_release
// CHECK-NEXT:      %[[PLAIN:.*]] = arith.addf %[[OTHER]], %[[BEFORE]]
// CHECK-NEXT:      scf.yield %[[PLAIN]]
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[LATER:.*]] = arith.addi %[[K]]
// CHECK-NEXT:    tilegpu.ring_copy %{{.*}}[%[[LATER]]]
// CHECK-NEXT:    scf.yield %[[NEXT]]
tile.kernel @running(%p: !tile.ptr<f32>, %map: !tile.ptr<i8>, %n: i32, %true: i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (tensor<64x64xf32>) : i32 {
    tilegpu.ring_await %x[%k] : !r
    %s = tilegpu.ring_dot %own[%c0] by %x[%k], %zero {async} : !r, !r -> tensor<64x64xf32>
    %edge = arith.cmpi sgt, %k, %c3 : i32
    %t = scf.if %edge -> (tensor<64x64xf32>) {
      %masked = math.exp2 %before : tensor<64x64xf32>
      scf.yield %masked : tensor<64x64xf32>
    } else {
      scf.yield %before : tensor<64x64xf32>
    }
    %done = tilegpu.ring_wait %s {pending = 0 : i32} : tensor<64x64xf32>
    tilegpu.ring_release %x[%k] : !r
    %next = arith.addf %done, %t : tensor<64x64xf32>
    %later = arith.addi %k, %c3 : i32
    tilegpu.ring_copy %x[%later] from %map[%later, %c0] if %true : !r, !tile.ptr<i8>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// Numbers that are computed before the work stay where they are.
// CHECK-LABEL: @numbered
// CHECK:       scf.for %[[K:arg[0-9]+]] =
// CHECK-NEXT:    %[[DOUBLE:.*]] = arith.muli %[[K]]
// CHECK-NEXT:    %[[NUMBER:.*]] = arith.addi %[[DOUBLE]]
// CHECK-NEXT:    %[[EDGE:.*]] = arith.cmpi sgt, %[[NUMBER]]
// CHECK-NEXT:    scf.if %[[EDGE]]
// CHECK-NEXT:      tilegpu.ring_await %{{.*}}[%[[NUMBER]]]
tile.kernel @numbered(%p: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (tensor<64x64xf32>) : i32 {
    %double = arith.muli %k, %c2 : i32
    %number = arith.addi %double, %c1 : i32
    tilegpu.ring_await %x[%number] : !r
    %s = tilegpu.ring_dot %x[%number] by %x[%number], %zero {async} : !r, !r -> tensor<64x64xf32>
    %edge = arith.cmpi sgt, %number, %c2 : i32
    %t = scf.if %edge -> (tensor<64x64xf32>) {
      %masked = math.exp2 %before : tensor<64x64xf32>
      scf.yield %masked : tensor<64x64xf32>
    } else {
      scf.yield %before : tensor<64x64xf32>
    }
    %done = tilegpu.ring_wait %s {pending = 0 : i32} : tensor<64x64xf32>
    tilegpu.ring_release %x[%number] : !r
    %next = arith.addf %done, %t : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// No product runs at the branch.
// CHECK-LABEL: @behind
// CHECK:       scf.for
// CHECK-NEXT:    tilegpu.ring_dot
tile.kernel @behind(%p: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (tensor<64x64xf32>) : i32 {
    %s = tilegpu.ring_dot %own[%c0] by %own[%c0], %zero : !r, !r -> tensor<64x64xf32>
    %edge = arith.cmpi sgt, %k, %c1 : i32
    %t = scf.if %edge -> (tensor<64x64xf32>) {
      %masked = math.exp2 %s : tensor<64x64xf32>
      scf.yield %masked : tensor<64x64xf32>
    } else {
      scf.yield %s : tensor<64x64xf32>
    }
    %next = arith.addf %before, %t : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// An iteration that also stores stays as it is.
// CHECK-LABEL: @stores
// CHECK:       scf.for
// CHECK-NEXT:    tilegpu.ring_dot
tile.kernel @stores(%p: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  scf.for %k = %c0 to %n step %c1 : i32 {
    %s = tilegpu.ring_dot %own[%c0] by %own[%c0], %zero {async} : !r, !r -> tensor<64x64xf32>
    %edge = arith.cmpi sgt, %k, %c1 : i32
    %t = scf.if %edge -> (tensor<64x64xf32>) {
      %one = arith.constant dense<1.0> : tensor<64x64xf32>
      scf.yield %one : tensor<64x64xf32>
    } else {
      scf.yield %zero : tensor<64x64xf32>
    }
    %done = tilegpu.ring_wait %s {pending = 0 : i32} : tensor<64x64xf32>
    %next = arith.addf %done, %t : tensor<64x64xf32>
    tile.store %places, %next : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  }
  tile.return
}

// A condition that depends on a product cannot be known earlier.
// CHECK-LABEL: @depends
// CHECK:       scf.for
// CHECK-NEXT:    tilegpu.ring_dot
tile.kernel @depends(%p: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %own = tilegpu.ring : !r
  %places = tile.splat %p : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%before = %zero) -> (tensor<64x64xf32>) : i32 {
    %s = tilegpu.ring_dot %own[%c0] by %own[%c0], %zero : !r, !r -> tensor<64x64xf32>
    %u = tilegpu.ring_dot %own[%c0] by %own[%c0], %zero {async} : !r, !r -> tensor<64x64xf32>
    %all = tile.reduce %s axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      tile.yield %c : f32
    } : tensor<64x64xf32> -> tensor<64xf32>
    %most = tile.reduce %all axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      tile.yield %c : f32
    } : tensor<64xf32> -> f32
    %none = arith.constant 0.0 : f32
    %edge = arith.cmpf ogt, %most, %none : f32
    %t = scf.if %edge -> (tensor<64x64xf32>) {
      %masked = math.exp2 %s : tensor<64x64xf32>
      scf.yield %masked : tensor<64x64xf32>
    } else {
      scf.yield %s : tensor<64x64xf32>
    }
    %done = tilegpu.ring_wait %u {pending = 0 : i32} : tensor<64x64xf32>
    %next = arith.addf %done, %t : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store %places, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

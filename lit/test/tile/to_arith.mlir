// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(tile-promote,tile-broadcast,tile-to-arith)' | filecheck %s

// Signedness moves from the types into the operations.
module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: @signedness(%arg0: !tile.ptr<i32>, %arg1: i32, %arg2: i32)
tile.kernel @signedness(%p: !tile.ptr<ui32>, %u: ui32, %s: i32) {
  // CHECK: arith.divui %arg1, %arg1 : i32
  %0 = tile.floordiv %u, %u : ui32, ui32 -> ui32
  tile.store %p, %0 : !tile.ptr<ui32>, ui32
  // CHECK: %[[D:.*]] = arith.divsi %arg2, %arg2 : i32
  %1 = tile.floordiv %s, %s : i32, i32 -> i32
  // A conversion that only changes the signedness disappears.
  // CHECK: arith.shrui %[[D]], %arg1 : i32
  %2 = tile.cast %1 : i32 -> ui32
  %3 = tile.shr %2, %u : ui32, ui32 -> ui32
  tile.store %p, %3 : !tile.ptr<ui32>, ui32
  // CHECK: %[[M:.*]] = arith.maxui %arg2, %arg1 : i32
  // CHECK: %[[F:.*]] = arith.uitofp %[[M]] : i32 to f32
  // CHECK: %[[B:.*]] = arith.fptoui %[[F]] : f32 to i32
  %4 = tile.max %s, %u : i32, ui32 -> ui32
  %5 = tile.cast %4 : ui32 -> f32
  tile.store %p, %5 : !tile.ptr<ui32>, f32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: @floats
tile.kernel @floats(%p: !tile.ptr<f16>, %h: f16, %b: bf16) {
  // A conversion between formats of equal width goes through f32.
  // CHECK: %[[W:.*]] = arith.extf %arg2 : bf16 to f32
  // CHECK: %[[N:.*]] = arith.truncf %[[W]] : f32 to f16
  %0 = tile.cast %b : bf16 -> f16
  // CHECK: %[[E:.*]] = math.exp %[[N]] : f16
  %1 = tile.exp %0 : f16 -> f16
  // CHECK: %[[C:.*]] = arith.cmpf une, %[[E]], %arg1 : f16
  %2 = tile.cmp ne, %1, %h : f16, f16 -> i1
  // CHECK: %[[Z:.*]] = arith.constant 0.000000e+00 : f16
  // CHECK: %[[G:.*]] = arith.subf %[[Z]], %[[E]] : f16
  %3 = tile.neg %1 : f16 -> f16
  // CHECK: arith.select %[[C]], %[[G]], %[[E]] : f16
  %4 = tile.where %2, %3, %1 : i1, f16, f16 -> f16
  tile.store %p, %4 : !tile.ptr<f16>, f16
  tile.return
}
}

// -----

// Division rounds down in cuTile, and the remainder has the divisor's sign.
module attributes {tile.semantics = #tile.semantics<cutile>} {
// CHECK-LABEL: @python
tile.kernel @python(%p: !tile.ptr<i32>, %x: i32, %y: i32) {
  // CHECK: arith.floordivsi %arg1, %arg2 : i32
  %0 = tile.floordiv %x, %y : i32, i32 -> i32
  tile.store %p, %0 : !tile.ptr<i32>, i32
  // CHECK: %[[R:.*]] = arith.remsi %arg1, %arg2 : i32
  // CHECK: %[[S:.*]] = arith.addi %[[R]], %arg2 : i32
  // CHECK: arith.select %{{.*}}, %[[S]], %[[R]] : i32
  %1 = tile.mod %x, %y : i32, i32 -> i32
  tile.store %p, %1 : !tile.ptr<i32>, i32
  tile.return
}
}

// -----

// What a rounding mode permits becomes a flag of arith and math, which later passes use. Flushing has no flag.
module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: @relaxed
tile.kernel @relaxed(%p: !tile.ptr<f32>, %x: f32, %y: f32) {
  // CHECK: arith.divf %arg1, %arg2 fastmath<arcp> : f32
  %0 = tile.div %x, %y rounding full : f32, f32 -> f32
  // CHECK: math.exp %{{.*}} fastmath<afn> : f32
  %1 = tile.exp %0 rounding approx : f32 -> f32
  // CHECK: math.erf %{{.*}} fastmath<afn> : f32
  %2 = tile.erf %1 rounding approx : f32 -> f32
  // CHECK: math.rsqrt %{{.*}} fastmath<afn> : f32
  %3 = tile.rsqrt %2 rounding approx : f32 -> f32
  // CHECK: tile.sqrt %{{.*}} rounding approx flush_to_zero
  %4 = tile.sqrt %3 rounding approx flush_to_zero : f32 -> f32
  // CHECK: tile.div %{{.*}}, %{{.*}} rounding approx
  %5 = tile.div %4, %y rounding approx : f32, f32 -> f32
  tile.store %p, %5 : !tile.ptr<f32>, f32
  tile.return
}
}

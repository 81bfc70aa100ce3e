// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-lower-views)' | filecheck %s

// An array becomes a pointer, its dynamic sizes and its dynamic strides. Static sizes and strides are not passed.
// CHECK-LABEL: tile.kernel @vector(%arg0: i32, %arg1: !tile.ptr<f32> {tile.name = "x"}, %arg2: i32)
tile.kernel @vector(%n: i32, %x: !tile.array<?xf32, strides = [1]> {tile.name = "x"}) {
  // The address of the tile's start is the same for all elements; the offsets from it are short integers.
  // CHECK: %[[I:.*]] = tile.program_id 0
  // CHECK: %[[I64:.*]] = arith.extsi %[[I]] : i32 to i64
  // CHECK: %[[START:.*]] = arith.muli %[[I64]], %{{.*}} : i64
  // CHECK: %[[BASE:.*]] = tile.addptr %arg1, %[[START]] : !tile.ptr<f32>, i64 -> !tile.ptr<f32>
  // CHECK: %[[LANE:.*]] = tile.iota : tensor<8xi32>
  // CHECK: %[[START32:.*]] = arith.trunci %[[START]]
  // CHECK: %[[LEFT:.*]] = arith.subi %arg2, %[[START32]] : i32
  // CHECK: %[[LEFTS:.*]] = tile.splat %[[LEFT]]
  // CHECK: %[[MASK:.*]] = arith.cmpi slt, %[[LANE]], %[[LEFTS]] : tensor<8xi32>
  // CHECK: %[[BASES:.*]] = tile.splat %[[BASE]]
  // CHECK: %[[P:.*]] = tile.addptr %[[BASES]], %[[LANE]]
  %i = tile.program_id 0
  // CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : tensor<8xf32>
  // CHECK: %[[V:.*]] = tile.load %[[P]], %[[MASK]], %[[NAN]]
  %v = tile.load_view %x[%i] padding nan : !tile.array<?xf32, strides = [1]> -> tensor<8xf32>
  // CHECK: tile.store %{{.*}}, %[[V]], %{{.*}}
  tile.store_view %v, %x[%i] : tensor<8xf32>, !tile.array<?xf32, strides = [1]>
  tile.return
}

// CHECK-LABEL: tile.kernel @queries(%arg0: !tile.ptr<i32>, %arg1: i32, %arg2: i32)
tile.kernel @queries(%a: !tile.array<16x?xi32, strides = [?, 1]>) {
  // CHECK: %[[SIZE:.*]] = arith.constant 16 : i32
  %0 = tile.dim %a, 0 : !tile.array<16x?xi32, strides = [?, 1]>
  %1 = tile.dim %a, 1 : !tile.array<16x?xi32, strides = [?, 1]>
  %2 = tile.stride %a, 0 : !tile.array<16x?xi32, strides = [?, 1]>
  %3 = tile.base %a : !tile.array<16x?xi32, strides = [?, 1]>
  // CHECK: tile.store %arg0, %[[SIZE]]
  tile.store %3, %0 : !tile.ptr<i32>, i32
  // CHECK: tile.store %arg0, %arg1
  tile.store %3, %1 : !tile.ptr<i32>, i32
  // CHECK: tile.store %arg0, %arg2
  tile.store %3, %2 : !tile.ptr<i32>, i32
  tile.return
}

// Tiles start within the bounds. If their size divides the array's size, the whole tile is inside: no mask is needed.
// CHECK-LABEL: tile.kernel @whole(
// CHECK-NOT: arith.cmpi
// CHECK: %[[V:.*]] = tile.load %{{[0-9]+}} : tensor<8x!tile.ptr<f32>>
// CHECK: %[[LAST:.*]] = arith.cmpi slt
// CHECK: tile.store %{{.*}}, %[[V]], %[[LAST]]
tile.kernel @whole(%x: !tile.array<64xf32, strides = [1]>, %y: !tile.array<60xf32, strides = [1]>) {
  %i = tile.program_id 0
  %v = tile.load_view %x[%i] padding zero : !tile.array<64xf32, strides = [1]> -> tensor<8xf32>
  tile.store_view %v, %y[%i] : tensor<8xf32>, !tile.array<60xf32, strides = [1]>
  tile.return
}

// The same holds for a constant start from which the whole tile fits.
// CHECK-LABEL: tile.kernel @start(
// CHECK-NOT: arith.cmpi
// CHECK: tile.return
tile.kernel @start(%x: !tile.array<60xf32, strides = [1]>) {
  %c6 = arith.constant 6 : i32
  %v = tile.load_view %x[%c6] : !tile.array<60xf32, strides = [1]> -> tensor<8xf32>
  tile.store_view %v, %x[%c6] anywhere : tensor<8xf32>, !tile.array<60xf32, strides = [1]>
  tile.return
}

// Other tiles may be partly outside. One unsigned comparison, of numbers near the bounds, finds the elements inside.
// CHECK-LABEL: tile.kernel @anywhere(
// CHECK: %[[LANE:.*]] = tile.iota
// CHECK: %[[TILES:.*]] = arith.divui %arg1, %{{.*}} : i32
// CHECK: %[[MOST:.*]] = arith.addi %[[TILES]], %{{.*}} : i32
// CHECK: %[[NEAR:.*]] = arith.maxsi %{{.*}}, %{{.*}} : i32
// CHECK: %[[NEARER:.*]] = arith.minsi %[[NEAR]], %[[MOST]] : i32
// CHECK: %[[START:.*]] = arith.muli %[[NEARER]], %{{.*}} : i32
// CHECK: %[[STARTS:.*]] = tile.splat %[[START]]
// CHECK: %[[AT:.*]] = arith.addi %[[STARTS]], %[[LANE]] : tensor<8xi32>
// CHECK: arith.cmpi ult, %[[AT]], %{{.*}} : tensor<8xi32>
tile.kernel @anywhere(%x: !tile.array<?xf32, strides = [1]>, %y: !tile.array<8xf32, strides = [1]>) {
  %i = tile.program_id 0
  %zero = arith.constant 0 : i32
  %v = tile.load_view %x[%i] anywhere : !tile.array<?xf32, strides = [1]> -> tensor<8xf32>
  tile.store_view %v, %y[%zero] : tensor<8xf32>, !tile.array<8xf32, strides = [1]>
  tile.return
}

// If tiles start at any element, positions are compared with the size: one beyond 32 bits is negative.
// CHECK-LABEL: tile.kernel @closest(
// CHECK: %[[I:.*]] = tile.program_id 0
// CHECK: %[[LANE:.*]] = tile.iota
// CHECK: %[[STARTS:.*]] = tile.splat %[[I]]
// CHECK: %[[AT:.*]] = arith.addi %[[STARTS]], %[[LANE]] : tensor<8xi32>
// CHECK: arith.cmpi ult, %[[AT]], %{{.*}} : tensor<8xi32>
tile.kernel @closest(%x: !tile.array<?xf32, strides = [1]>, %y: !tile.array<8xf32, strides = [1]>) {
  %i = tile.program_id 0
  %zero = arith.constant 0 : i32
  %view = tile.view %x : !tile.view<tile = [8], steps = [1], !tile.array<?xf32, strides = [1]>>
  %v = tile.load_view %view[%i] anywhere : !tile.view<tile = [8], steps = [1], !tile.array<?xf32, strides = [1]>> -> tensor<8xf32>
  tile.store_view %v, %y[%zero] : tensor<8xf32>, !tile.array<8xf32, strides = [1]>
  tile.return
}

// If tiles are closer to each other than their length, they start at elements instead of tiles near the bounds.
// CHECK-LABEL: tile.kernel @closer(
// CHECK: %[[LANE:.*]] = tile.iota
// CHECK: %[[LEAST:.*]] = arith.constant -8 : i64
// CHECK: %[[NEAR:.*]] = arith.maxsi %{{.*}}, %[[LEAST]] : i64
// CHECK: %[[NEARER:.*]] = arith.minsi %[[NEAR]], %{{.*}} : i64
// CHECK: %[[SHORT:.*]] = arith.trunci %[[NEARER]] : i64 to i32
// CHECK: %[[STARTS:.*]] = tile.splat %[[SHORT]]
// CHECK: %[[AT:.*]] = arith.addi %[[STARTS]], %[[LANE]] : tensor<8xi32>
// CHECK: arith.cmpi ult, %[[AT]], %{{.*}} : tensor<8xi32>
tile.kernel @closer(%x: !tile.array<?xf32, strides = [1]>, %y: !tile.array<8xf32, strides = [1]>) {
  %i = tile.program_id 0
  %zero = arith.constant 0 : i32
  %view = tile.view %x : !tile.view<tile = [8], steps = [3], !tile.array<?xf32, strides = [1]>>
  %v = tile.load_view %view[%i] anywhere : !tile.view<tile = [8], steps = [3], !tile.array<?xf32, strides = [1]>> -> tensor<8xf32>
  tile.store_view %v, %y[%zero] : tensor<8xf32>, !tile.array<8xf32, strides = [1]>
  tile.return
}

// Unknown strides take 64 bits. Constant strides take 64 bits only where the product may need them.
// CHECK-LABEL: tile.kernel @strides(
// CHECK: arith.muli %{{.*}}, %{{.*}} : tensor<4xi64>
// CHECK: arith.muli %{{.*}}, %{{.*}} : tensor<8xi32>
tile.kernel @strides(%x: !tile.array<?x?xf32, strides = [?, 3]>) {
  %i = tile.program_id 0
  %v = tile.load_view %x[%i, %i] padding zero : !tile.array<?x?xf32, strides = [?, 3]> -> tensor<4x8xf32>
  tile.store_view %v, %x[%i, %i] : tensor<4x8xf32>, !tile.array<?x?xf32, strides = [?, 3]>
  tile.return
}

// If a loop carries an array that does not change, the body uses the array from outside.
// CHECK-LABEL: tile.kernel @carried(%arg0: !tile.ptr<f32>, %arg1: i32, %arg2: i32)
// CHECK: scf.for %{{.*}} = %{{.*}} to %arg2 step %{{[^ ]*}} : i32 {
// CHECK: tile.load
tile.kernel @carried(%x: !tile.array<?xf32, strides = [1]>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %y:2 = scf.for %i = %zero to %n step %one iter_args(%a = %x, %b = %x) -> (!tile.array<?xf32, strides = [1]>, !tile.array<?xf32, strides = [1]>) : i32 {
    %v = tile.load_view %a[%i] : !tile.array<?xf32, strides = [1]> -> tensor<8xf32>
    tile.store_view %v, %b[%i] : tensor<8xf32>, !tile.array<?xf32, strides = [1]>
    scf.yield %b, %a : !tile.array<?xf32, strides = [1]>, !tile.array<?xf32, strides = [1]>
  }
  %v = tile.load_view %y#1[%zero] : !tile.array<?xf32, strides = [1]> -> tensor<8xf32>
  tile.store_view %v, %y#0[%one] : tensor<8xf32>, !tile.array<?xf32, strides = [1]>
  tile.return
}

// A tile has at least one element within the bounds. So a dimension with one element needs no comparison, except where
// the index may be any number. An index outside makes the size along another dimension 0, once for all elements.
!rows = !tile.array<?x?xf32, strides = [?, 1]>

// CHECK-LABEL: tile.kernel @row
// CHECK: arith.cmpi slt
// CHECK-NOT: arith.cmpi
// CHECK-NOT: arith.andi
// CHECK: tile.load
tile.kernel @row(%x: !rows, %i: i32) {
  %v = tile.load_view %x[%i, %i] padding zero : !rows -> tensor<1x8xf32>
  tile.store_view %v, %x[%i, %i] : tensor<1x8xf32>, !rows
  tile.return
}

// CHECK-LABEL: tile.kernel @any_row
// CHECK: %[[ROW:.*]] = arith.cmpi ult, %{{.*}}, %{{.*}} : i32
// CHECK: arith.select %[[ROW]], %{{.*}}, %{{.*}} : i32
// CHECK: arith.cmpi ult, %{{.*}}, %{{.*}} : tensor<8xi32>
// CHECK-NOT: arith.andi
// CHECK: tile.load
tile.kernel @any_row(%x: !rows, %i: i32) {
  %v = tile.load_view %x[%i, %i] padding zero anywhere : !rows -> tensor<1x8xf32>
  tile.store_view %v, %x[%i, %i] anywhere : tensor<1x8xf32>, !rows
  tile.return
}

// A buffer of one cell becomes a value if the program is one thread of control. A buffer stays if it has several cells,
// if a region stores to it, or if its accesses have different layouts.

// RUN: tile-opt %s --mem2reg | filecheck %s

// CHECK-LABEL: tile.kernel @promoted(
// CHECK-SAME: %[[X:.*]]: !tile.ptr<f32>, %[[F:.*]]: f32, %[[C:.*]]: i1)
// CHECK-NOT: tilegpu.shared
// CHECK: %[[V:.*]] = tile.splat %[[F]]
// CHECK: cf.cond_br %[[C]], ^bb1, ^bb2(%[[V]] : tensor<32xf32>)
// CHECK: ^bb1:
// CHECK: %[[W:.*]] = arith.addf %[[V]], %[[V]]
// CHECK: cf.br ^bb2(%[[W]] : tensor<32xf32>)
// CHECK: ^bb2(%[[R:.*]]: tensor<32xf32>):
// CHECK: arith.mulf %[[R]], %[[R]]
tile.kernel @promoted(%x: !tile.ptr<f32>, %f: f32, %c: i1) {
  %b = tilegpu.shared_alloc : !tilegpu.shared<tensor<32xf32>>
  %v = tile.splat %f : f32 -> tensor<32xf32>
  tilegpu.shared_store %v, %b[] : tensor<32xf32>, !tilegpu.shared<tensor<32xf32>>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = tilegpu.shared_load %b[] : !tilegpu.shared<tensor<32xf32>> -> tensor<32xf32>
  %1 = arith.addf %0, %0 : tensor<32xf32>
  tilegpu.shared_store %1, %b[] : tensor<32xf32>, !tilegpu.shared<tensor<32xf32>>
  cf.br ^bb2
^bb2:
  %2 = tilegpu.shared_load %b[] : !tilegpu.shared<tensor<32xf32>> -> tensor<32xf32>
  %3 = arith.mulf %2, %2 : tensor<32xf32>
  %i = tile.iota : tensor<32xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>>
  %q = tile.addptr %p, %i : tensor<32x!tile.ptr<f32>>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  tile.store %q, %3 : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  tile.return
}

// CHECK-LABEL: tile.kernel @kept(
// CHECK: tilegpu.shared_alloc : !tilegpu.shared<2xf32>
// CHECK: tilegpu.shared_load
// CHECK: tilegpu.shared_alloc : !tilegpu.shared<f32>
// CHECK: tilegpu.shared_load
// CHECK: tilegpu.shared_alloc : !tilegpu.shared<tensor<32xf32>>
// CHECK: tilegpu.shared_load
tile.kernel @kept(%f: f32, %i: i32, %c: i1, %x: !tile.ptr<f32>, %v: !tile.ptr<f32>) {
  %several = tilegpu.shared_alloc : !tilegpu.shared<2xf32>
  tilegpu.shared_store %f, %several[%i] : f32, !tilegpu.shared<2xf32>
  %0 = tilegpu.shared_load %several[%i] : !tilegpu.shared<2xf32> -> f32
  tile.store %x, %0 : !tile.ptr<f32>, f32
  %region = tilegpu.shared_alloc : !tilegpu.shared<f32>
  tilegpu.shared_store %f, %region[] : f32, !tilegpu.shared<f32>
  scf.if %c {
    tilegpu.shared_store %0, %region[] : f32, !tilegpu.shared<f32>
  }
  %1 = tilegpu.shared_load %region[] : !tilegpu.shared<f32> -> f32
  tile.store %x, %1 : !tile.ptr<f32>, f32
  %layouts = tilegpu.shared_alloc : !tilegpu.shared<tensor<32xf32>>
  %s = tile.splat %f : f32 -> tensor<32xf32, #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>
  tilegpu.shared_store %s, %layouts[] : tensor<32xf32, #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>, !tilegpu.shared<tensor<32xf32>>
  %2 = tilegpu.shared_load %layouts[] : !tilegpu.shared<tensor<32xf32>> -> tensor<32xf32, #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>, #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>
  tile.store %p, %2 : tensor<32x!tile.ptr<f32>, #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>, tensor<32xf32, #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>>
  tile.return
}

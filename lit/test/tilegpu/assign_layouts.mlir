// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=2})' | filecheck %s

// Accesses of 4 consecutive, aligned elements give each thread 4 elements. All other layouts follow from that.

// CHECK: #[[WIDE:.*]] = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: tile.kernel @aligned
// CHECK-SAME: tilegpu.num_warps = 2 : i32
tile.kernel @aligned(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  // CHECK: tile.iota : tensor<512xi32, #[[WIDE]]>
  %i = tile.iota : tensor<512xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %ps = tile.addptr %p, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  // CHECK: tile.load %{{.*}} : tensor<512x!tile.ptr<f32>, #[[WIDE]]>
  %v = tile.load %ps : tensor<512x!tile.ptr<f32>>
  // CHECK: arith.addf %{{.*}} : tensor<512xf32, #[[WIDE]]>
  %w = arith.addf %v, %v : tensor<512xf32>
  tile.store %ps, %w : tensor<512x!tile.ptr<f32>>, tensor<512xf32>
  tile.return
}

// -----

// Without a promise about the pointer, threads take single elements.

// CHECK: #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: tile.kernel @unaligned
tile.kernel @unaligned(%x: !tile.ptr<f32>) {
  %i = tile.iota : tensor<512xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %ps = tile.addptr %p, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %v = tile.load %ps : tensor<512x!tile.ptr<f32>>
  tile.return
}

// -----

// A column-major access orders the dimensions by its contiguity. Broadcasts happen where their results are needed.

// CHECK: #[[MAT:.*]] = #tilegpu.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>
// CHECK-DAG: #[[ROWS:.*]] = #tilegpu.slice<{dim = 1, parent = #tilegpu.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>}>
// CHECK-DAG: #[[COLS:.*]] = #tilegpu.slice<{dim = 0, parent = #tilegpu.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 2], order = [0, 1]}>}>
// CHECK: tile.kernel @column_major
// CHECK-NOT: tilegpu.convert_layout
// CHECK: tile.load %{{.*}} : tensor<16x32x!tile.ptr<f32>, #[[MAT]]>
tile.kernel @column_major(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<16xi32>
  %c16 = arith.constant dense<16> : tensor<1x32xi32>
  %r = tile.expand_dims %i axis = 1 : tensor<16xi32> -> tensor<16x1xi32>
  %j = tile.iota : tensor<32xi32>
  %c = tile.expand_dims %j axis = 0 : tensor<32xi32> -> tensor<1x32xi32>
  %s = arith.muli %c, %c16 : tensor<1x32xi32>
  %rb = tile.broadcast %r : tensor<16x1xi32> -> tensor<16x32xi32>
  %sb = tile.broadcast %s : tensor<1x32xi32> -> tensor<16x32xi32>
  %o = arith.addi %rb, %sb : tensor<16x32xi32>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<16x32x!tile.ptr<f32>>
  %ps = tile.addptr %p, %o : tensor<16x32x!tile.ptr<f32>>, tensor<16x32xi32> -> tensor<16x32x!tile.ptr<f32>>
  %v = tile.load %ps : tensor<16x32x!tile.ptr<f32>>
  tile.return
}

// -----

// A reduction gives a slice layout, and expanding gives the parent again. Lanes with copies then share the work of the store.

// CHECK-DAG: #[[VEC:.*]] = #tilegpu.linear<{register = [], lane = {{\[\[}}2], [4], [8], [16], [32]], warp = {{\[\[}}1]]}>
// CHECK-DAG: #[[MAT:.*]] = #tilegpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>
// CHECK-DAG: #[[ROWS:.*]] = #tilegpu.slice<{dim = 1, parent = #tilegpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [2, 1], order = [1, 0]}>}>
// CHECK: tile.kernel @reduction
tile.kernel @reduction(%s: f32, %y: !tile.ptr<f32>) {
  %x = tile.splat %s : f32 -> tensor<64x32xf32>
  // CHECK: %[[SUM:.*]] = tile.reduce
  // CHECK: } : tensor<64x32xf32, #[[MAT]]> -> tensor<64xf32, #[[ROWS]]>
  %sum = tile.reduce %x axis = 1 {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  } : tensor<64x32xf32> -> tensor<64xf32>
  // CHECK: tile.expand_dims %[[SUM]] axis = 1 : tensor<64xf32, #[[ROWS]]> -> tensor<64x1xf32, #[[MAT]]>
  %e = tile.expand_dims %sum axis = 1 : tensor<64xf32> -> tensor<64x1xf32>
  %b = tile.broadcast %e : tensor<64x1xf32> -> tensor<64x32xf32>
  %i = tile.iota : tensor<64xi32>
  %p = tile.splat %y : !tile.ptr<f32> -> tensor<64x!tile.ptr<f32>>
  %ps = tile.addptr %p, %i : tensor<64x!tile.ptr<f32>>, tensor<64xi32> -> tensor<64x!tile.ptr<f32>>
  // CHECK: %[[STORED:.*]] = tilegpu.convert_layout %[[SUM]] : tensor<64xf32, #[[ROWS]]> -> tensor<64xf32, #[[VEC]]>
  // CHECK: tile.store %{{.*}}, %[[STORED]]
  tile.store %ps, %sum : tensor<64x!tile.ptr<f32>>, tensor<64xf32>
  tile.return
}

// -----

// Loops carry tensors in the layout of their shape.

// CHECK: #[[VEC:.*]] = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>
// CHECK: tile.kernel @loop
tile.kernel @loop(%n: i32, %s: f32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.splat %s : f32 -> tensor<64xf32>
  // CHECK: scf.for {{.*}} -> (tensor<64xf32, #[[VEC]]>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<64xf32>) : i32 {
    // CHECK: arith.addf %{{.*}} : tensor<64xf32, #[[VEC]]>
    %t = arith.addf %acc, %acc : tensor<64xf32>
    scf.yield %t : tensor<64xf32>
  }
  tile.return
}

// -----

// Values that are computed again in another layout need conversions in the reverse order of their uses. The conversion
// comes before all operations that use it.

// CHECK: tile.kernel @backwards
tile.kernel @backwards(%a: !tile.ptr<i32>, %b: !tile.ptr<bf16>) {
  %c0 = arith.constant 0 : i32
  %0 = tile.join %c0, %c0 : i32 -> tensor<2xi32>
  %1 = tile.reshape %0 : tensor<2xi32> -> tensor<2x1xi32>
  %zero = arith.constant dense<0> : tensor<2x1xi32>
  %3 = tile.splat %a : !tile.ptr<i32> -> tensor<2x1x!tile.ptr<i32>>
  // CHECK: tile.store
  tile.store %3, %1 : tensor<2x1x!tile.ptr<i32>>, tensor<2x1xi32>
  // CHECK: %[[V:.*]] = tilegpu.convert_layout %{{.*}} -> tensor<2x1xi32, #[[ROW:[a-z0-9]*]]>
  // CHECK-NEXT: arith.ori %[[V]], %{{.*}} : tensor<2x1xi32, #[[ROW]]>
  %5 = arith.ori %1, %zero : tensor<2x1xi32>
  %least = arith.constant dense<16777216> : tensor<2x1xi32>
  // CHECK: arith.cmpi uge, %[[V]], %{{.*}} : tensor<2x1xi32, #[[ROW]]>
  %7 = arith.cmpi uge, %1, %least : tensor<2x1xi32>
  %8 = arith.select %7, %5, %zero : tensor<2x1xi1>, tensor<2x1xi32>
  %9 = arith.uitofp %8 : tensor<2x1xi32> to tensor<2x1xf32>
  %10 = arith.truncf %9 : tensor<2x1xf32> to tensor<2x1xbf16>
  %11 = tile.broadcast %10 : tensor<2x1xbf16> -> tensor<2x8xbf16>
  %14 = tile.splat %b : !tile.ptr<bf16> -> tensor<2x8x!tile.ptr<bf16>>
  tile.store %14, %11 : tensor<2x8x!tile.ptr<bf16>>, tensor<2x8xbf16>
  tile.return
}

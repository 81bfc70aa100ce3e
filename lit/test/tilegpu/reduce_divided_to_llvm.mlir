// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90},cse)' | filecheck %s

#rows = #tilegpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#warps = #tilegpu.blocked<{sizePerThread = [1, 8], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 0]}>
#pairs = #tilegpu.blocked<{sizePerThread = [1, 2], threadsPerWarp = [2, 16], warpsPerCTA = [1, 1], order = [1, 0]}>
#row = #tilegpu.slice<{dim = 0, parent = #rows}>
#all = #tilegpu.slice<{dim = 0, parent = #warps}>
#pair = #tilegpu.slice<{dim = 0, parent = #pairs}>

// The products of complex numbers take six operations. Lanes have eight columns each, and divide them: bits of the lane
// number take 4, 2, 1, 1 and 1 shuffles of two words, rather than 8. Seven more give every lane all columns.

// CHECK-LABEL: llvm.func @columns
// CHECK-COUNT-32: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
tile.kernel @columns(%p: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<32xi32, #tilegpu.slice<{dim = 1, parent = #rows}>>
  %row = tile.expand_dims %i axis = 1 : tensor<32xi32, #tilegpu.slice<{dim = 1, parent = #rows}>> -> tensor<32x1xi32, #rows>
  %at = tile.broadcast %row : tensor<32x1xi32, #rows> -> tensor<32x8xi32, #rows>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<32x8x!tile.ptr<f32>, #rows>
  %q = tile.addptr %ps, %at : tensor<32x8x!tile.ptr<f32>, #rows>, tensor<32x8xi32, #rows> -> tensor<32x8x!tile.ptr<f32>, #rows>
  %x = tile.load %q : tensor<32x8x!tile.ptr<f32>, #rows>
  %re, %im = tile.reduce %x, %x axis = 0 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %ac = arith.mulf %a, %c : f32
    %bd = arith.mulf %b, %d : f32
    %ad = arith.mulf %a, %d : f32
    %bc = arith.mulf %b, %c : f32
    %real = arith.subf %ac, %bd : f32
    %imaginary = arith.addf %ad, %bc : f32
    tile.yield %real, %imaginary : f32, f32
  } : tensor<32x8xf32, #rows>, tensor<32x8xf32, #rows> -> tensor<8xf32, #row>, tensor<8xf32, #row>
  %j = tile.iota : tensor<8xi32, #row>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>, #row>
  %to = tile.addptr %outs, %j : tensor<8x!tile.ptr<f32>, #row>, tensor<8xi32, #row> -> tensor<8x!tile.ptr<f32>, #row>
  %sum = arith.addf %re, %im : tensor<8xf32, #row>
  tile.store %to, %sum : tensor<8x!tile.ptr<f32>, #row>, tensor<8xf32, #row>
  tile.return
}

// Columns need not be gathered before they are written to shared memory, from where each thread then combines one. A
// thread writes one column for its warp, reads those of four warps, writes their product, and reads eight products.

// CHECK-LABEL: llvm.func @columns_of_warps
// CHECK-COUNT-18: nvvm.shfl.sync  bfly
// CHECK-NOT: nvvm.shfl.sync
// CHECK-COUNT-2: llvm.store %{{.*}} : f32, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK-NOT: llvm.load
// CHECK-COUNT-2: llvm.store %{{.*}} : f32, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK-COUNT-16: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.kernel @columns_of_warps(%p: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tilegpu.num_warps = 4 : i32} {
  %i = tile.iota : tensor<128xi32, #tilegpu.slice<{dim = 1, parent = #warps}>>
  %row = tile.expand_dims %i axis = 1 : tensor<128xi32, #tilegpu.slice<{dim = 1, parent = #warps}>> -> tensor<128x1xi32, #warps>
  %at = tile.broadcast %row : tensor<128x1xi32, #warps> -> tensor<128x8xi32, #warps>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x8x!tile.ptr<f32>, #warps>
  %q = tile.addptr %ps, %at : tensor<128x8x!tile.ptr<f32>, #warps>, tensor<128x8xi32, #warps> -> tensor<128x8x!tile.ptr<f32>, #warps>
  %x = tile.load %q : tensor<128x8x!tile.ptr<f32>, #warps>
  %re, %im = tile.reduce %x, %x axis = 0 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %ac = arith.mulf %a, %c : f32
    %bd = arith.mulf %b, %d : f32
    %ad = arith.mulf %a, %d : f32
    %bc = arith.mulf %b, %c : f32
    %real = arith.subf %ac, %bd : f32
    %imaginary = arith.addf %ad, %bc : f32
    tile.yield %real, %imaginary : f32, f32
  } : tensor<128x8xf32, #warps>, tensor<128x8xf32, #warps> -> tensor<8xf32, #all>, tensor<8xf32, #all>
  %j = tile.iota : tensor<8xi32, #all>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>, #all>
  %to = tile.addptr %outs, %j : tensor<8x!tile.ptr<f32>, #all>, tensor<8xi32, #all> -> tensor<8x!tile.ptr<f32>, #all>
  %sum = arith.addf %re, %im : tensor<8xf32, #all>
  tile.store %to, %sum : tensor<8x!tile.ptr<f32>, #all>, tensor<8xf32, #all>
  tile.return
}

// Two lanes combine both of their columns. To give each other one would save too little.

// CHECK-LABEL: llvm.func @few
// CHECK-COUNT-4: nvvm.shfl.sync  bfly
// CHECK-NOT: llvm.select
// CHECK-NOT: nvvm.shfl.sync
// CHECK: llvm.return
tile.kernel @few(%p: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<2xi32, #tilegpu.slice<{dim = 1, parent = #pairs}>>
  %row = tile.expand_dims %i axis = 1 : tensor<2xi32, #tilegpu.slice<{dim = 1, parent = #pairs}>> -> tensor<2x1xi32, #pairs>
  %at = tile.broadcast %row : tensor<2x1xi32, #pairs> -> tensor<2x32xi32, #pairs>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<2x32x!tile.ptr<f32>, #pairs>
  %q = tile.addptr %ps, %at : tensor<2x32x!tile.ptr<f32>, #pairs>, tensor<2x32xi32, #pairs> -> tensor<2x32x!tile.ptr<f32>, #pairs>
  %x = tile.load %q : tensor<2x32x!tile.ptr<f32>, #pairs>
  %re, %im = tile.reduce %x, %x axis = 0 {
  ^bb0(%a: f32, %b: f32, %c: f32, %d: f32):
    %ac = arith.mulf %a, %c : f32
    %bd = arith.mulf %b, %d : f32
    %ad = arith.mulf %a, %d : f32
    %bc = arith.mulf %b, %c : f32
    %real = arith.subf %ac, %bd : f32
    %imaginary = arith.addf %ad, %bc : f32
    tile.yield %real, %imaginary : f32, f32
  } : tensor<2x32xf32, #pairs>, tensor<2x32xf32, #pairs> -> tensor<32xf32, #pair>, tensor<32xf32, #pair>
  %j = tile.iota : tensor<32xi32, #pair>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>, #pair>
  %to = tile.addptr %outs, %j : tensor<32x!tile.ptr<f32>, #pair>, tensor<32xi32, #pair> -> tensor<32x!tile.ptr<f32>, #pair>
  %sum = arith.addf %re, %im : tensor<32xf32, #pair>
  tile.store %to, %sum : tensor<32x!tile.ptr<f32>, #pair>, tensor<32xf32, #pair>
  tile.return
}

// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-order-loads{num-warps=4})' | filecheck %s

// The weights are loaded before threads meet to add up the elements.

// CHECK-LABEL: tile.kernel @weights
// CHECK: tile.load
// CHECK: tile.addptr
// CHECK-NEXT: tile.load
// CHECK: tile.reduce
// CHECK-NOT: tile.load
// CHECK: tile.store
tile.kernel @weights(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<128xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %at : tensor<128x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<128xf32> -> f32
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %qs, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %w = tile.load %from : tensor<128x!tile.ptr<f32>>
  %r = tile.splat %s : f32 -> tensor<128xf32>
  %x = arith.mulf %w, %r : tensor<128xf32>
  tile.store %at, %x : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

// -----

// What is stored before may be what is loaded.

// CHECK-LABEL: tile.kernel @stored
// CHECK: tile.reduce
// CHECK: tile.store
// CHECK: tile.load
tile.kernel @stored(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<128xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %at : tensor<128x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<128xf32> -> f32
  tile.store %at, %v : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %from = tile.addptr %qs, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %w = tile.load %from : tensor<128x!tile.ptr<f32>>
  %r = tile.splat %s : f32 -> tensor<128xf32>
  %x = arith.mulf %w, %r : tensor<128xf32>
  tile.store %at, %x : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

// -----

// An address that the sum is part of must wait for it.

// CHECK-LABEL: tile.kernel @needed
// CHECK: tile.reduce
// CHECK: tile.load
tile.kernel @needed(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<128xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %at : tensor<128x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<128xf32> -> f32
  %k = arith.fptosi %s : f32 to i32
  %ks = tile.splat %k : i32 -> tensor<128xi32>
  %to = tile.addptr %at, %ks : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %w = tile.load %to : tensor<128x!tile.ptr<f32>>
  tile.store %at, %w : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

// -----

// Two tiles of 128 bytes for each thread take too many registers.

// CHECK-LABEL: tile.kernel @large
// CHECK: tile.reduce
// CHECK: tile.load
tile.kernel @large(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<4096xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32> -> tensor<4096x!tile.ptr<f32>>
  %v = tile.load %at : tensor<4096x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<4096xf32> -> f32
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<4096x!tile.ptr<f32>>
  %from = tile.addptr %qs, %i : tensor<4096x!tile.ptr<f32>>, tensor<4096xi32> -> tensor<4096x!tile.ptr<f32>>
  %w = tile.load %from : tensor<4096x!tile.ptr<f32>>
  %r = tile.splat %s : f32 -> tensor<4096xf32>
  %x = arith.mulf %w, %r : tensor<4096xf32>
  tile.store %at, %x : tensor<4096x!tile.ptr<f32>>, tensor<4096xf32>
  tile.return
}

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

// Two tiles of 256 bytes for each thread take too many registers.

// CHECK-LABEL: tile.kernel @large
// CHECK: tile.reduce
// CHECK: tile.load
tile.kernel @large(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) {
  %i = tile.iota : tensor<8192xi32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32> -> tensor<8192x!tile.ptr<f32>>
  %v = tile.load %at : tensor<8192x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<8192xf32> -> f32
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<8192x!tile.ptr<f32>>
  %from = tile.addptr %qs, %i : tensor<8192x!tile.ptr<f32>>, tensor<8192xi32> -> tensor<8192x!tile.ptr<f32>>
  %w = tile.load %from : tensor<8192x!tile.ptr<f32>>
  %r = tile.splat %s : f32 -> tensor<8192xf32>
  %x = arith.mulf %w, %r : tensor<8192xf32>
  tile.store %at, %x : tensor<8192x!tile.ptr<f32>>, tensor<8192xf32>
  tile.return
}

// -----

// The index of an element and the element do not depend on the loop before them: they are loaded first.

// CHECK-LABEL: tile.kernel @picked
// CHECK: tile.load {{.*}} : !tile.ptr<i32>
// CHECK: tile.load {{.*}} : !tile.ptr<f32>
// CHECK: scf.for
// CHECK: tile.reduce
// CHECK-NOT: tile.load {{.*}} : !tile.ptr
// CHECK: tile.store
tile.kernel @picked(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %zero = arith.constant 0.0 : f32
  %i = tile.iota : tensor<128xi32>
  %sum = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (f32) : i32 {
    %pk = tile.addptr %p, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %ps = tile.splat %pk : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
    %at = tile.addptr %ps, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %v = tile.load %at : tensor<128x!tile.ptr<f32>>
    %s = tile.reduce %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile.yield %c : f32
    } : tensor<128xf32> -> f32
    %next = arith.addf %acc, %s : f32
    scf.yield %next : f32
  }
  %index = tile.load %q : !tile.ptr<i32>
  %from = tile.addptr %p, %index : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %x = tile.load %from : !tile.ptr<f32>
  %d = arith.subf %sum, %x : f32
  tile.store %p, %d : !tile.ptr<f32>, f32
  tile.return
}

// -----

// What the loop stores may be what is loaded, and an address that the loop computes must wait for it.

// CHECK-LABEL: tile.kernel @written
// CHECK: scf.for
// CHECK: tile.load
// CHECK: scf.for
// CHECK: tile.load
tile.kernel @written(%p: !tile.ptr<f32>, %q: !tile.ptr<i32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %n step %c1 : i32 {
    tile.store %p, %zero : !tile.ptr<f32>, f32
    scf.yield
  }
  %x = tile.load %p : !tile.ptr<f32>
  %at = scf.for %k = %c0 to %n step %c1 iter_args(%sum = %c1) -> (i32) : i32 {
    %next = arith.addi %sum, %k : i32
    scf.yield %next : i32
  }
  %from = tile.addptr %p, %at : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %y = tile.load %from : !tile.ptr<f32>
  %d = arith.subf %x, %y : f32
  tile.store %p, %d : !tile.ptr<f32>, f32
  tile.return
}

// -----

// The loop writes what is loaded after it, although it reads afterwards.

// CHECK-LABEL: tile.kernel @written
// CHECK: scf.for
// CHECK: tile.store
// CHECK: tile.load
// CHECK: scf.yield
// CHECK: tile.load
tile.kernel @written(%p: !tile.ptr<f32>, %q: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %i = tile.iota : tensor<128xi32>
  %start = arith.constant dense<0.0> : tensor<128xf32>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %ps, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %sum = scf.for %k = %zero to %n step %one iter_args(%s = %start) -> (tensor<128xf32>) : i32 {
    tile.store %at, %s : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
    %v = tile.load %at : tensor<128x!tile.ptr<f32>>
    %next = arith.addf %s, %v : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %w = tile.load %at : tensor<128x!tile.ptr<f32>>
  %qs = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %qs, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %x = arith.addf %w, %sum : tensor<128xf32>
  tile.store %to, %x : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

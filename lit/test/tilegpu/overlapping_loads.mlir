// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-order-loads,gpu-assign-layouts{num-warps=1},convert-tile-to-llvm,trivial-dce)' | filecheck %s

// x[i] is loaded in vectors of four. Three elements are also elements of x[i-1], so one more is loaded per vector.

// CHECK-LABEL: llvm.func @differences
// CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
// CHECK: %[[BEFORE:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
// CHECK-NOT: llvm.load
// CHECK: llvm.fsub %{{.*}}, %[[BEFORE]] : f32
// CHECK-COUNT-3: llvm.fsub
// CHECK: llvm.store %{{.*}} {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
tile.kernel @differences(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %j = arith.subi %i, %one : tensor<128xi32>
  %x = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %before = tile.addptr %x, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %x, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %before : tensor<128x!tile.ptr<f32>>
  %w = tile.load %at : tensor<128x!tile.ptr<f32>>
  %d = arith.subf %w, %v : tensor<128xf32>
  %y = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %y, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  tile.store %to, %d : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

// -----

// x[i] is loaded only if i < n, and x[i-1] only if 0 < i < n. So the loaded elements are available, and the mask selects them.

// CHECK-LABEL: llvm.func @masked
// CHECK: llvm.load %{{.*}} -> vector<4xf32>
// CHECK: llvm.load %{{.*}} -> f32
// CHECK-NOT: llvm.load
// CHECK: llvm.return
tile.kernel @masked(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<128xi32>
  %zero = arith.constant dense<0> : tensor<128xi32>
  %one = arith.constant dense<1> : tensor<128xi32>
  %none = arith.constant dense<0.0> : tensor<128xf32>
  %j = arith.subi %i, %one : tensor<128xi32>
  %ns = tile.splat %n : i32 -> tensor<128xi32>
  %inside = arith.cmpi slt, %i, %ns : tensor<128xi32>
  %follows = arith.cmpi sgt, %i, %zero : tensor<128xi32>
  %both = arith.andi %inside, %follows : tensor<128xi1>
  %x = tile.splat %p : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %at = tile.addptr %x, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %before = tile.addptr %x, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %w = tile.load %at, %inside, %none : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, tensor<128xf32>
  %v = tile.load %before, %both, %none : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, tensor<128xf32>
  %d = arith.subf %w, %v : tensor<128xf32>
  %y = tile.splat %q : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %to = tile.addptr %y, %i : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  tile.store %to, %d, %inside : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
  tile.return
}

// -----

// Threads have two rows of four elements of x[i, j]. They load one more row for x[i+1, j].

// CHECK-LABEL: llvm.func @rows
// CHECK-COUNT-3: llvm.load %{{.*}} -> vector<4xf32>
// CHECK-NOT: llvm.load
// CHECK-COUNT-8: llvm.fadd
// CHECK: llvm.return
tile.kernel @rows(%p: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %q: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %n: i32 {tile.divisibility = 16 : i32}) {
  %r = tile.iota : tensor<8xi32>
  %r2 = tile.expand_dims %r axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
  %i = tile.broadcast %r2 : tensor<8x1xi32> -> tensor<8x32xi32>
  %c = tile.iota : tensor<32xi32>
  %j = tile.broadcast %c : tensor<32xi32> -> tensor<8x32xi32>
  %ns = tile.splat %n : i32 -> tensor<8x32xi32>
  %row = arith.muli %i, %ns : tensor<8x32xi32>
  %o = arith.addi %row, %j : tensor<8x32xi32>
  %x = tile.splat %p : !tile.ptr<f32> -> tensor<8x32x!tile.ptr<f32>>
  %at = tile.addptr %x, %o : tensor<8x32x!tile.ptr<f32>>, tensor<8x32xi32> -> tensor<8x32x!tile.ptr<f32>>
  %below = tile.addptr %at, %ns : tensor<8x32x!tile.ptr<f32>>, tensor<8x32xi32> -> tensor<8x32x!tile.ptr<f32>>
  %v = tile.load %at : tensor<8x32x!tile.ptr<f32>>
  %w = tile.load %below : tensor<8x32x!tile.ptr<f32>>
  %sum = arith.addf %v, %w : tensor<8x32xf32>
  %y = tile.splat %q : !tile.ptr<f32> -> tensor<8x32x!tile.ptr<f32>>
  %to = tile.addptr %y, %o : tensor<8x32x!tile.ptr<f32>>, tensor<8x32xi32> -> tensor<8x32x!tile.ptr<f32>>
  tile.store %to, %sum : tensor<8x32x!tile.ptr<f32>>, tensor<8x32xf32>
  tile.return
}

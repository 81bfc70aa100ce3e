// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=4},gpu-hint-loads)' | filecheck %s
// RUN: tile-compile %s --kernel=row_sums --emit=ptx --compiler=llc | filecheck %s --check-prefix=PTX

// Each program reads a row, and writes one number for it: the row passes by the L1 cache. The weights, which all programs
// read, stay in it.

// CHECK-LABEL: tile.kernel @row_sums
// CHECK: tile.load %{{.*}} eviction no_allocate : tensor<512x!tile.ptr<f32>
// CHECK: tile.load %{{[0-9]+}} : tensor<512x!tile.ptr<f32>
// PTX: ld.global.L1::no_allocate.v4.b32
// PTX: ld.global.nc.v4.b32
tile.kernel @row_sums(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %w: !tile.ptr<f32> {tile.divisibility = 16 : i32},
    %out: !tile.ptr<f32>) {
  %row = tile.program_id 0
  %n = arith.constant 512 : i32
  %first = arith.muli %row, %n : i32
  %i = tile.iota : tensor<512xi32>
  %xr = tile.addptr %x, %first : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %xs = tile.splat %xr : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %v = tile.load %xp : tensor<512x!tile.ptr<f32>>
  %ws = tile.splat %w : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %wp = tile.addptr %ws, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %u = tile.load %wp : tensor<512x!tile.ptr<f32>>
  %p = arith.mulf %v, %u : tensor<512xf32>
  %s = tile.reduce %p axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<512xf32> -> f32
  %to = tile.addptr %out, %row : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  tile.store %to, %s : !tile.ptr<f32>, f32
  tile.return
}

// -----

// A kernel that writes as much as it reads keeps in the L2 cache what it reads.

// CHECK-LABEL: tile.kernel @copy
// CHECK: tile.load %{{.*}} eviction evict_last : tensor<512x!tile.ptr<f32>
tile.kernel @copy(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %row = tile.program_id 0
  %n = arith.constant 512 : i32
  %first = arith.muli %row, %n : i32
  %i = tile.iota : tensor<512xi32>
  %at = tile.splat %first : i32 -> tensor<512xi32>
  %j = arith.addi %at, %i : tensor<512xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %j : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %v = tile.load %xp : tensor<512x!tile.ptr<f32>>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %op = tile.addptr %os, %j : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  tile.store %op, %v : tensor<512x!tile.ptr<f32>>, tensor<512xf32>
  tile.return
}

// -----

// A kernel that writes an eighth of what it reads has no hints.

// CHECK-LABEL: tile.kernel @eighth
// CHECK-NOT: eviction
tile.kernel @eighth(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<1024xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<1024x!tile.ptr<f32>>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
  %v = tile.load %xp : tensor<1024x!tile.ptr<f32>>
  %rows = tile.reshape %v : tensor<1024xf32> -> tensor<128x8xf32>
  %s = tile.reduce %rows axis = 1 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<128x8xf32> -> tensor<128xf32>
  %j = tile.iota : tensor<128xi32>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  %op = tile.addptr %os, %j : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  tile.store %op, %s : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}

// -----

// Nor has one that writes four times what it reads: the cache rather has room for that.

// CHECK-LABEL: tile.kernel @wider
// CHECK-NOT: eviction
tile.kernel @wider(%x: !tile.ptr<i8> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<512xi32>
  %xs = tile.splat %x : !tile.ptr<i8> -> tensor<512x!tile.ptr<i8>>
  %xp = tile.addptr %xs, %i : tensor<512x!tile.ptr<i8>>, tensor<512xi32> -> tensor<512x!tile.ptr<i8>>
  %v = tile.load %xp : tensor<512x!tile.ptr<i8>>
  %f = arith.sitofp %v : tensor<512xi8> to tensor<512xf32>
  %os = tile.splat %out : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %op = tile.addptr %os, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  tile.store %op, %f : tensor<512x!tile.ptr<f32>>, tensor<512xf32>
  tile.return
}

// -----

// The same row is read by two loops: the second one may find it in the cache.

// CHECK-LABEL: tile.kernel @twice
// CHECK-NOT: eviction
tile.kernel @twice(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %row = tile.program_id 0
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  %first = arith.muli %row, %n : i32
  %i = tile.iota : tensor<512xi32>
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %xr = tile.addptr %x, %first : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %xs = tile.splat %xr : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %most = scf.for %k = %c0 to %n step %c512 iter_args(%m = %zero) -> (tensor<512xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<512xi32>
    %p = tile.addptr %xp, %ks : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %v = tile.load %p : tensor<512x!tile.ptr<f32>>
    %next = arith.maximumf %m, %v : tensor<512xf32>
    scf.yield %next : tensor<512xf32>
  }
  %sum = scf.for %k = %c0 to %n step %c512 iter_args(%m = %zero) -> (tensor<512xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<512xi32>
    %p = tile.addptr %xp, %ks : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %v = tile.load %p : tensor<512x!tile.ptr<f32>>
    %d = arith.subf %v, %most : tensor<512xf32>
    %next = arith.addf %m, %d : tensor<512xf32>
    scf.yield %next : tensor<512xf32>
  }
  %s = tile.reduce %sum axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<512xf32> -> f32
  %to = tile.addptr %out, %row : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  tile.store %to, %s : !tile.ptr<f32>, f32
  tile.return
}

// -----

// Each number is alone in its sector, whose rest another program reads.

// CHECK-LABEL: tile.kernel @column
// CHECK-NOT: eviction
tile.kernel @column(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %column = tile.program_id 0
  %i = tile.iota : tensor<512xi32>
  %ns = tile.splat %n : i32 -> tensor<512xi32>
  %rows = arith.muli %i, %ns : tensor<512xi32>
  %xr = tile.addptr %x, %column : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %xs = tile.splat %xr : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %rows : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %v = tile.load %xp : tensor<512x!tile.ptr<f32>>
  %s = tile.reduce %v axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<512xf32> -> f32
  %to = tile.addptr %out, %column : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  tile.store %to, %s : !tile.ptr<f32>, f32
  tile.return
}

// -----

// A loop that loads ahead keeps the cache.

// CHECK-LABEL: tile.kernel @ahead
// CHECK-NOT: eviction
tile.kernel @ahead(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %out: !tile.ptr<f32>, %n: i32) {
  %row = tile.program_id 0
  %c0 = arith.constant 0 : i32
  %c512 = arith.constant 512 : i32
  %first = arith.muli %row, %n : i32
  %i = tile.iota : tensor<512xi32>
  %zero = arith.constant dense<0.0> : tensor<512xf32>
  %xr = tile.addptr %x, %first : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %xs = tile.splat %xr : !tile.ptr<f32> -> tensor<512x!tile.ptr<f32>>
  %xp = tile.addptr %xs, %i : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
  %head = tile.load %xp : tensor<512x!tile.ptr<f32>>
  %sum:2 = scf.for %k = %c0 to %n step %c512 iter_args(%m = %zero, %v = %head) -> (tensor<512xf32>, tensor<512xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<512xi32>
    %p = tile.addptr %xp, %ks : tensor<512x!tile.ptr<f32>>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %ahead = tile.load %p : tensor<512x!tile.ptr<f32>>
    %next = arith.addf %m, %v : tensor<512xf32>
    scf.yield %next, %ahead : tensor<512xf32>, tensor<512xf32>
  } {tilegpu.loads_ahead}
  %s = tile.reduce %sum#0 axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<512xf32> -> f32
  %to = tile.addptr %out, %row : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  tile.store %to, %s : !tile.ptr<f32>, f32
  tile.return
}

// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#v4 = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// Each thread has four registers. One aligned access moves them all, only where the mask allows it.

// CHECK: llvm.func @vector(%[[X:.*]]: !llvm.ptr<1> {llvm.align = 16 : i64, llvm.noalias}, %[[N:.*]]: i32)
// CHECK-SAME: nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>
tile.kernel @vector(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 4 : i32})
    attributes {tilegpu.num_warps = 1 : i32} {
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
  %i = tile.iota : tensor<128xi32, #v4>
  %ns = tile.splat %n : i32 -> tensor<128xi32, #v4>
  // CHECK: %[[MASK:.*]] = llvm.icmp "slt"
  %m = arith.cmpi slt, %i, %ns : tensor<128xi32, #v4>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #v4>
  // CHECK: %[[P:.*]] = llvm.getelementptr %[[X]]
  %ps = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xi32, #v4> -> tensor<128x!tile.ptr<f32>, #v4>
  // CHECK: llvm.cond_br %[[MASK]], ^[[LOAD:bb[0-9]+]], ^[[MERGE:bb[0-9]+]](
  // CHECK: ^[[LOAD]]:
  // CHECK: llvm.load %[[P]] {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xf32>
  // CHECK: llvm.br ^[[MERGE]](
  // CHECK-NOT: llvm.load
  %v = tile.load %ps, %m : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xi1, #v4>
  // CHECK-COUNT-4: llvm.fadd
  %w = arith.addf %v, %v : tensor<128xf32, #v4>
  // CHECK: llvm.cond_br %[[MASK]]
  // CHECK: llvm.store %{{.*}}, %[[P]] {alignment = 16 : i64} : vector<4xf32>, !llvm.ptr<1>
  // CHECK-NOT: llvm.store
  tile.store %ps, %w, %m : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xf32, #v4>, tensor<128xi1, #v4>
  // CHECK: llvm.return
  tile.return
}

// -----

#v4 = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// A mask that may change inside a vector splits the access.

// CHECK-LABEL: llvm.func @ragged
tile.kernel @ragged(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) attributes {tilegpu.num_warps = 1 : i32} {
  %i = tile.iota : tensor<128xi32, #v4>
  %ns = tile.splat %n : i32 -> tensor<128xi32, #v4>
  %m = arith.cmpi slt, %i, %ns : tensor<128xi32, #v4>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #v4>
  %ps = tile.addptr %p, %i : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xi32, #v4> -> tensor<128x!tile.ptr<f32>, #v4>
  // CHECK-COUNT-4: llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr<1> -> f32
  // CHECK-NOT: llvm.load
  %v = tile.load %ps, %m : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xi1, #v4>
  tile.return
}

// -----

#small = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>

// Sixteen elements for 128 threads: copies in lanes 16 to 31 and in warps 1 to 3 are not stored.

// CHECK-LABEL: llvm.func @replicated
tile.kernel @replicated(%x: !tile.ptr<f32>, %s: f32) attributes {tilegpu.num_warps = 4 : i32} {
  %i = tile.iota : tensor<16xi32, #small>
  %v = tile.splat %s : f32 -> tensor<16xf32, #small>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<16x!tile.ptr<f32>, #small>
  %ps = tile.addptr %p, %i : tensor<16x!tile.ptr<f32>, #small>, tensor<16xi32, #small> -> tensor<16x!tile.ptr<f32>, #small>
  // CHECK: %[[BITS:.*]] = llvm.mlir.constant(112 : i32)
  // CHECK: %[[COPY:.*]] = llvm.and %{{.*}}, %[[BITS]]
  // CHECK: %[[OWN:.*]] = llvm.icmp "eq" %[[COPY]]
  // CHECK: llvm.cond_br %[[OWN]], ^[[STORE:.*]], ^
  // CHECK: ^[[STORE]]:
  // CHECK: llvm.store
  tile.store %ps, %v : tensor<16x!tile.ptr<f32>, #small>, tensor<16xf32, #small>
  tile.return
}

// -----

#v2 = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// A reduction: within the thread, across 32 lanes in five steps, and across two warps through shared memory.

// CHECK: llvm.mlir.global internal @[[SCRATCH:.*]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<8 x i8>
// CHECK-LABEL: llvm.func @reduction
tile.kernel @reduction(%x: !tile.ptr<f32>) attributes {tilegpu.num_warps = 2 : i32} {
  // CHECK: llvm.mlir.addressof @[[SCRATCH]] : !llvm.ptr<3>
  %i = tile.iota : tensor<128xi32, #v2>
  %f = arith.sitofp %i : tensor<128xi32, #v2> to tensor<128xf32, #v2>
  // CHECK: llvm.fadd
  // CHECK-COUNT-5: nvvm.shfl.sync  bfly
  // CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<3>
  // CHECK: nvvm.barrier0
  // CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr<3> -> f32
  // CHECK: llvm.fadd
  %sum = tile.reduce %f axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %t = arith.addf %a, %b : f32
    tile.yield %t : f32
  } : tensor<128xf32, #v2> -> f32
  // CHECK: llvm.cond_br
  // CHECK: llvm.store %{{.*}} : f32, !llvm.ptr<1>
  tile.store %x, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// A loop: a block that tests, the body, and the block after it; carried tensors are block arguments.

// CHECK-LABEL: llvm.func @loop
tile.kernel @loop(%n: i32, %x: !tile.ptr<f32>, %s: f32) attributes {tilegpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %init = tile.splat %s : f32 -> tensor<32xf32, #v1>
  // CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%{{.*}}, %{{.*}} : i32, f32)
  // CHECK: ^[[HEAD]](%[[I:.*]]: i32, %[[ACC:.*]]: f32):
  // CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[I]], %arg0
  // CHECK: llvm.cond_br %[[MORE]], ^[[BODY:bb[0-9]+]], ^[[AFTER:bb[0-9]+]]
  // CHECK: ^[[BODY]]:
  // CHECK: %[[NEXT:.*]] = llvm.fmul %[[ACC]], %[[ACC]]
  // CHECK: llvm.br ^[[HEAD]](%{{.*}}, %[[NEXT]] : i32, f32)
  // CHECK: ^[[AFTER]]:
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %init) -> (tensor<32xf32, #v1>) : i32 {
    %t = arith.mulf %acc, %acc : tensor<32xf32, #v1>
    scf.yield %t : tensor<32xf32, #v1>
  }
  %o = tile.iota : tensor<32xi32, #v1>
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<32x!tile.ptr<f32>, #v1>
  %ps = tile.addptr %p, %o : tensor<32x!tile.ptr<f32>, #v1>, tensor<32xi32, #v1> -> tensor<32x!tile.ptr<f32>, #v1>
  // CHECK: llvm.store %[[ACC]]
  tile.store %ps, %r : tensor<32x!tile.ptr<f32>, #v1>, tensor<32xf32, #v1>
  tile.return
}

// -----

#v1 = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// Instructions for bf16 compute two numbers; here both are the same.

// CHECK-LABEL: llvm.func @bf16
tile.kernel @bf16(%s: bf16, %c: i1) attributes {tilegpu.num_warps = 1 : i32} {
  %x = tile.splat %s : bf16 -> tensor<32xbf16, #v1>
  // CHECK: llvm.inline_asm "fma.rn.bf16x2 $0, $1, $2, $3;", "=r,r,r,r"
  %y = arith.addf %x, %x : tensor<32xbf16, #v1>
  // CHECK: llvm.cond_br %arg1, ^[[THEN:bb[0-9]+]], ^[[ELSE:bb[0-9]+]]
  // CHECK: llvm.br ^[[JOIN:bb[0-9]+]](%{{.*}} : bf16)
  // CHECK: llvm.br ^[[JOIN]](%arg0 : bf16)
  %z = scf.if %c -> (tensor<32xbf16, #v1>) {
    scf.yield %y : tensor<32xbf16, #v1>
  } else {
    scf.yield %x : tensor<32xbf16, #v1>
  }
  tile.return
}

// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90})' | filecheck %s --check-prefix=SM90

#w = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// Of the threads with copies of 64 elements, those of the first warp update memory. The old values are not used, so
// they are not passed on. A target without an addition of bf16 uses compare and swap.

// CHECK-LABEL: llvm.func @update
// CHECK-COUNT-2: llvm.atomicrmw add %{{.*}}, %{{.*}} syncscope("device") acq_rel : !llvm.ptr<1>, i32
// CHECK-NOT: shfl
// CHECK: ^[[TRY:bb[0-9]+]](%[[SEEN:.*]]: i16):
// CHECK: %[[PAIR:.*]] = llvm.cmpxchg %{{.*}}, %[[SEEN]], %{{.*}} monotonic monotonic : !llvm.ptr<1>, i16
// CHECK: %[[OLD:.*]] = llvm.extractvalue %[[PAIR]][0]
// CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[TRY]](%[[OLD]] : i16)
// SM90-LABEL: llvm.func @update
// SM90: llvm.atomicrmw fadd %{{.*}} monotonic : !llvm.ptr<1>, bf16
// SM90: llvm.return
tile.kernel @update(%p: !tile.ptr<i32>, %q: !tile.ptr<bf16>, %b: bf16) attributes {tilegpu.num_warps = 2 : i32} {
  %i = tile.iota : tensor<64xi32, #w>
  %ps = tile.splat %p : !tile.ptr<i32> -> tensor<64x!tile.ptr<i32>, #w>
  %pp = tile.addptr %ps, %i : tensor<64x!tile.ptr<i32>, #w>, tensor<64xi32, #w> -> tensor<64x!tile.ptr<i32>, #w>
  %0 = tile.atomic_rmw add acq_rel device %pp, %i : tensor<64x!tile.ptr<i32>, #w>, tensor<64xi32, #w>
  %1 = tile.atomic_rmw add relaxed system %q, %b : !tile.ptr<bf16>, bf16
  tile.return
}

// -----

// One thread takes a lock. The other threads finish their stores before that, and wait afterwards until they know its result.

// CHECK-LABEL: llvm.func @lock
// CHECK: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.cmpxchg %{{.*}} syncscope("device") acq_rel acquire : !llvm.ptr<1>, i32
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<3>
// CHECK: nvvm.barrier0
// CHECK: llvm.load %{{.*}} : !llvm.ptr<3> -> i32
// CHECK-NOT: nvvm.barrier0
tile.kernel @lock(%p: !tile.ptr<i32>, %q: !tile.ptr<i32>) attributes {tilegpu.num_warps = 2 : i32} {
  %zero = arith.constant 0 : i32
  tile.store %q, %zero : !tile.ptr<i32>, i32
  %old = tile.atomic_cas acq_rel device %p, %zero, %zero : !tile.ptr<i32>, i32, i32
  %r = tile.addptr %q, %old : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
  %v = tile.load %r : !tile.ptr<i32>
  tile.return
}

// -----

// Blocks keep their branches. A switch becomes a comparison with one case after the other. Unreachable code is dropped.

// CHECK-LABEL: llvm.func @blocks
// CHECK: llvm.icmp "eq" %arg1
// CHECK: llvm.cond_br %{{.*}}, ^[[JOIN:bb[0-9]+]](%arg1 : i32), ^[[NEXT:bb[0-9]+]]
// CHECK: ^[[JOIN]](%{{.*}}: i32):
// CHECK-NOT: nvvm.barrier0
// CHECK: ^[[NEXT]]:
// CHECK: llvm.icmp "eq" %arg1
// CHECK: llvm.cond_br %{{.*}}, ^[[JOIN]](%{{.*}} : i32), ^{{bb[0-9]+$}}
// CHECK-NOT: "slt"
tile.kernel @blocks(%p: !tile.ptr<i32>, %n: i32) attributes {tilegpu.num_warps = 2 : i32} {
  %zero = arith.constant 0 : i32
  cf.switch %n : i32, [
    default: ^end,
    3: ^join(%n : i32),
    5: ^join(%zero : i32)
  ]
^join(%v: i32):
  tile.store %p, %v : !tile.ptr<i32>, i32
  cf.br ^end
^end:
  tile.return
^dead:
  %c = arith.cmpi slt, %n, %zero : i32
  cf.cond_br %c, ^dead, ^end
}

// -----

#w = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// Output and assertions become calls of functions that the driver provides.

// CHECK-DAG: llvm.func @vprintf(!llvm.ptr, !llvm.ptr) -> i32
// CHECK-DAG: llvm.func @__assertfail(!llvm.ptr, !llvm.ptr, i32, !llvm.ptr, i64)
// CHECK-DAG: llvm.mlir.global private constant @{{.*}}("pid (%d, %d, %d) idx (%d) x: %g\0A\00") {addr_space = 1 : i32}
// CHECK-LABEL: llvm.func @debug
// CHECK: %[[BUFFER:.*]] = llvm.alloca %{{.*}} x i64 {alignment = 8 : i64} : (i32) -> !llvm.ptr
// CHECK: llvm.cond_br %{{.*}}, ^[[FAIL:bb[0-9]+]], ^[[HOLDS:bb[0-9]+]]
// CHECK: ^[[FAIL]]:
// CHECK: llvm.call @__assertfail
// CHECK: ^[[HOLDS]]:
// CHECK: %[[WIDE:.*]] = llvm.fpext %{{.*}} : f32 to f64
// CHECK: llvm.store %[[WIDE]], %{{.*}} {alignment = 8 : i64} : f64, !llvm.ptr
// CHECK: llvm.call @vprintf(%{{.*}}, %[[BUFFER]])
tile.kernel @debug(%x: f32, %c: i1) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : f32 -> tensor<32xf32, #w>
  %k = tile.splat %c : i1 -> tensor<32xi1, #w>
  tile.assert %k, "no" : tensor<32xi1, #w>
  tile.print " x: " %v : tensor<32xf32, #w>
  tile.return
}

// -----

#w = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// A function that is not inlined takes a thread's elements of a tensor, and returns several numbers in a structure.

// CHECK-LABEL: llvm.func internal @halves(%{{.*}}: f16, %{{.*}}: f16, %{{.*}}: i32) -> !llvm.struct<(f16, f16, i32)>
// CHECK-SAME: no_inline
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<2xf16>
// CHECK-LABEL: llvm.func @caller
// CHECK: llvm.call @halves(%{{.*}}, %{{.*}}, %{{.*}}) : (f16, f16, i32) -> !llvm.struct<(f16, f16, i32)>
func.func private @halves(%a: tensor<64xf16, #w>, %n: i32) -> (tensor<64xf16, #w>, i32) attributes {no_inline, tilegpu.num_warps = 1 : i32} {
  %s = arith.addf %a, %a : tensor<64xf16, #w>
  return %s, %n : tensor<64xf16, #w>, i32
}
tile.kernel @caller(%x: f16, %n: i32, %p: !tile.ptr<i32>) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : f16 -> tensor<64xf16, #w>
  %h, %m = func.call @halves(%v, %n) : (tensor<64xf16, #w>, i32) -> (tensor<64xf16, #w>, i32)
  tile.store %p, %m : !tile.ptr<i32>, i32
  tile.return
}

// -----

#w = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// Four bytes share one register of the inline assembly.

// CHECK-LABEL: llvm.func @assembly
// CHECK-COUNT-3: llvm.shl
// CHECK: %[[R:.*]] = llvm.inline_asm "brev.b32 $0, $1;", "=r,r" %{{.*}} : (i32) -> i32
// CHECK-NOT: llvm.inline_asm
// CHECK: llvm.trunc %[[R]] : i32 to i8
tile.kernel @assembly(%x: i8, %p: !tile.ptr<i8>) attributes {tilegpu.num_warps = 1 : i32} {
  %v = tile.splat %x : i8 -> tensor<128xi8, #w>
  %r = tile.inline_asm "brev.b32 $0, $1;", "=r,r" pack = 4 pure %v : tensor<128xi8, #w> -> tensor<128xi8, #w>
  %q = tile.splat %p : !tile.ptr<i8> -> tensor<128x!tile.ptr<i8>, #w>
  tile.store %q, %r : tensor<128x!tile.ptr<i8>, #w>, tensor<128xi8, #w>
  tile.return
}

// -----

#v4 = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>

// All elements of %n are equal in every iteration: they begin with one value, and the same value is added to each. So a
// thread carries one register for its four elements. The elements of %sum differ after the first iteration. So do the
// elements of %late, to which the loop passes an element of %sum.

// CHECK-LABEL: llvm.func @equal_elements
// CHECK: llvm.br ^[[HEAD:.*]](%{{.*}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}} : i32, f32, f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: ^[[HEAD]](%{{.*}}: i32, %[[N:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32):
// CHECK: llvm.fadd %[[N]], %{{.*}} : f32
tile.kernel @equal_elements(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %count: i32) attributes {tilegpu.num_warps = 1 : i32} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<128xf32, #v4>
  %one = arith.constant dense<1.0> : tensor<128xf32, #v4>
  %i = tile.iota : tensor<128xi32, #v4>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #v4>
  %at = tile.addptr %xs, %i : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xi32, #v4> -> tensor<128x!tile.ptr<f32>, #v4>
  %ys = tile.splat %y : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>, #v4>
  %to = tile.addptr %ys, %i : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xi32, #v4> -> tensor<128x!tile.ptr<f32>, #v4>
  %last:3 = scf.for %k = %c0 to %count step %c1 iter_args(%n = %zero, %sum = %zero, %late = %zero) -> (tensor<128xf32, #v4>, tensor<128xf32, #v4>, tensor<128xf32, #v4>) : i32 {
    %v = tile.load %at : tensor<128x!tile.ptr<f32>, #v4>
    %next = arith.addf %n, %one : tensor<128xf32, #v4>
    %q = arith.mulf %v, %next : tensor<128xf32, #v4>
    %s = arith.addf %sum, %q : tensor<128xf32, #v4>
    %l = arith.addf %late, %sum : tensor<128xf32, #v4>
    scf.yield %next, %s, %l : tensor<128xf32, #v4>, tensor<128xf32, #v4>, tensor<128xf32, #v4>
  }
  %r = arith.divf %last#1, %last#0 : tensor<128xf32, #v4>
  %t = arith.addf %r, %last#2 : tensor<128xf32, #v4>
  tile.store %to, %t : tensor<128x!tile.ptr<f32>, #v4>, tensor<128xf32, #v4>
  tile.return
}

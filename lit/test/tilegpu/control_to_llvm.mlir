// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s
// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90})' | filecheck %s --check-prefix=SM90

#w = #tilegpu.blocked<{sizePerThread = [2], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// Of the threads with copies of 64 elements, the first warp's update them. Nobody wants what was there, so nothing is passed on.
// A target without the addition of bf16 compares and exchanges.

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

// One thread takes a lock; before it the others have stored, after it they wait until they know what it saw.

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

// Blocks keep their branches; a switch compares with one case after the other. What leads nowhere is dropped.

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

// Output and assertions are calls of what the driver has.

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

// A function that stays takes what a thread holds of a tensor, and returns several numbers in a structure.

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

// Four bytes share a register of assembly.

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

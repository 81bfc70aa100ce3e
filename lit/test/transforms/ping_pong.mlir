// RUN: tile-opt %s --pass-pipeline='builtin.module(nvvm-producer-warp,trivial-dce)' | FileCheck %s

// One warp group multiplies, and a block computes a tile after the other. A second warp group computes every other tile
// with the same program, and begins with the next tile and behind its slots.

// CHECK-LABEL: llvm.func @tiles
// CHECK-SAME: nvvm.reqntid = array<i32: 288, 1, 1>
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: %[[LOCAL:.*]] = llvm.and %[[THREAD]], %{{.*}} : i32
// CHECK: %[[WARPS:.*]] = llvm.lshr %[[THREAD]], %{{.*}} : i32
// CHECK: %[[GROUP:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[WARPS]],

// Both wait until the copying warp has made the mbarriers.
// CHECK-NOT: nvvm.mbarrier.init
// CHECK: nvvm.barrier id =

// CHECK: %[[TILE:.*]] = llvm.mul %[[GROUP]], %[[COUNT:.*]] : i32
// CHECK: %[[FIRST:.*]] = llvm.add %{{.*}}, %[[TILE]] : i32
// CHECK: %[[SLOTS:.*]] = llvm.mul %[[GROUP]], %{{.*}} : i32
// CHECK: %[[FIRST_SLOT:.*]] = llvm.add %{{.*}}, %[[SLOTS]] : i32

// Group 1 lets group 0 begin.
// CHECK: %[[LAST:.*]] = llvm.icmp "eq" %[[GROUP]],
// CHECK: llvm.cond_br %[[LAST]]
// CHECK: nvvm.barrier.arrive
// CHECK: nvvm.barrier.arrive
// CHECK: llvm.br ^[[TILES:.*]](%[[FIRST]], %[[FIRST_SLOT]] : i32, i32)

// It is a group's turn to begin products until it has begun all those of its tile.
// CHECK: ^[[TILES]](%[[T:.*]]: i32, %[[DONE:.*]]: i32):
// CHECK: nvvm.barrier id =

// A step waits for the products of the one before it, and releases the slot of that.
// CHECK: llvm.br ^[[STEPS:.*]](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[NO:.*]], %{{.*}} : i32, f32, f32, f32, f32, i1, !llvm.ptr<3>)
// CHECK: ^[[STEPS]](%{{.*}}, %[[S:.*]]: f32, %{{.*}}: f32, %{{.*}}: f32, %{{.*}}: f32, %[[RUNNING:.*]]: i1, %[[BEFORE:.*]]: !llvm.ptr<3>):
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK: tilegpu.await_products %{{.*}} {pending = 1 : i32}
// CHECK: %[[SLOT:.*]] = llvm.getelementptr
// CHECK: %[[RELEASES:.*]] = llvm.and %{{.*}}, %[[RUNNING]] : i1
// CHECK: llvm.cond_br %[[RELEASES]]
// CHECK: nvvm.mbarrier.arrive %[[BEFORE]]
// CHECK: llvm.br ^[[STEPS]](%{{.*}}, %[[SLOT]] : i32, f32, f32, f32, f32, i1, !llvm.ptr<3>)

// Then the other group begins its products, and this one waits for its own, and for the memory of stores.
// CHECK: nvvm.barrier.arrive
// CHECK: tilegpu.await_products %{{.*}} {pending = 0 : i32}
// CHECK: nvvm.mbarrier.arrive %[[BEFORE]]
// CHECK: nvvm.barrier id =
// CHECK: nvvm.barrier id =
// CHECK: llvm.store
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.cp.async.bulk.wait_group 0 {read}
// CHECK: nvvm.barrier.arrive

// The copying warp makes the mbarriers, and one of its lanes fills slots for all tiles.
// CHECK: nvvm.mbarrier.init
// CHECK: nvvm.fence.proxy
// CHECK: nvvm.barrier.arrive
// CHECK: llvm.cond_br %{{.*}}, ^{{.*}}, ^[[END:.*]]
// CHECK: ^[[END]]:
// CHECK-NEXT: llvm.return
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global
// CHECK-NOT: nvvm.barrier id
llvm.mlir.global internal @memory() {addr_space = 3 : i32, alignment = 1024 : i64} : !llvm.array<131072 x i8>
!sums = !llvm.struct<(f32, f32, f32, f32)>
llvm.func @tiles(%n: i32, %steps: i32, %map: !llvm.ptr, %bars: !llvm.ptr<3>, %buffer: !llvm.ptr<3>) attributes {
    nvvm.kernel, nvvm.reqntid = array<i32: 128, 1, 1>, tilegpu.ping_pong, tilegpu.registers = 40 : i32} {
  %slot = llvm.mlir.addressof @memory : !llvm.ptr<3>
  %t = nvvm.read.ptx.sreg.tid.x range <i32, 0, 128> : i32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %c31 = llvm.mlir.constant(31 : i32) : i32
  %bytes = llvm.mlir.constant(4096 : i32) : i32
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %pid = nvvm.read.ptx.sreg.ctaid.x : i32
  %programs = nvvm.read.ptx.sreg.nctaid.x : i32
  %one = llvm.icmp "eq" %t, %c0 : i32
  llvm.cond_br %one, ^init, ^start
^init:
  nvvm.mbarrier.init %bars, %c1 : !llvm.ptr<3>, i32
  nvvm.fence.mbarrier.init
  llvm.br ^start
^start:
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
  nvvm.barrier0
  llvm.br ^tiles(%pid, %c0 : i32, i32)
^tiles(%tile: i32, %done: i32):
  %more = llvm.icmp "slt" %tile, %n : i32
  llvm.cond_br %more, ^tile, ^end
^tile:
  llvm.br ^steps(%c0, %zero, %zero, %zero, %zero : i32, f32, f32, f32, f32)
^steps(%k: i32, %s0: f32, %s1: f32, %s2: f32, %s3: f32):
  %another = llvm.icmp "slt" %k, %steps : i32
  llvm.cond_br %another, ^step, ^store
^step:
  llvm.cond_br %one, ^copy, ^multiply
^copy:
  nvvm.mbarrier.try_wait.parity %bars, %c1, %bytes : !llvm.ptr<3>, i32, i32
  nvvm.mbarrier.arrive.expect_tx %bars, %bytes : !llvm.ptr<3>, i32
  nvvm.cp.async.bulk.tensor.shared.cluster.global %slot, %map, %bars, box[%k, %tile] {isCTAOnly = true} : !llvm.ptr<3>, !llvm.ptr
  llvm.br ^multiply
^multiply:
  nvvm.mbarrier.try_wait.parity %bars, %c0, %bytes : !llvm.ptr<3>, i32, i32
  %none = llvm.mlir.poison : !sums
  %v0 = llvm.insertvalue %s0, %none[0] : !sums
  %v1 = llvm.insertvalue %s1, %v0[1] : !sums
  %v2 = llvm.insertvalue %s2, %v1[2] : !sums
  %v3 = llvm.insertvalue %s3, %v2[3] : !sums
  %fenced = tilegpu.fence_registers %v3 : !sums -> !sums
  %address = llvm.ptrtoint %slot : !llvm.ptr<3> to i64
  %p = nvvm.wgmma.mma_async %address, %address, %fenced, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !sums -> !sums
  nvvm.wgmma.commit.group.sync.aligned
  %w = tilegpu.await_products %p {pending = 0 : i32} : !sums -> !sums
  %r0 = llvm.extractvalue %w[0] : !sums
  %r1 = llvm.extractvalue %w[1] : !sums
  %r2 = llvm.extractvalue %w[2] : !sums
  %r3 = llvm.extractvalue %w[3] : !sums
  %lane = llvm.and %t, %c31 : i32
  %releases = llvm.icmp "eq" %lane, %c0 : i32
  llvm.cond_br %releases, ^release, ^next
^release:
  %number = llvm.add %done, %k : i32
  %empty = llvm.getelementptr %bars[%number] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i64
  nvvm.mbarrier.arrive %empty : !llvm.ptr<3>
  llvm.br ^next
^next:
  %k1 = llvm.add %k, %c1 : i32
  llvm.br ^steps(%k1, %r0, %r1, %r2, %r3 : i32, f32, f32, f32, f32)
^store:
  nvvm.barrier0
  llvm.store %s0, %buffer : f32, !llvm.ptr<3>
  llvm.br ^behind
^behind:
  %tile1 = llvm.add %tile, %programs : i32
  %done1 = llvm.add %done, %steps : i32
  llvm.br ^tiles(%tile1, %done1 : i32, i32)
^end:
  llvm.return
}

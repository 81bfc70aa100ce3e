// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=90})' | FileCheck %s

// Rings that share mbarriers, and copies that fill a slot of both: the thread waits once, and then makes both copies.

// CHECK-LABEL: llvm.func @both
// CHECK: nvvm.barrier0
// CHECK: llvm.cond_br %{{.*}}, ^[[COPY:.*]], ^[[ON:.*]]
// CHECK: ^[[COPY]]:
// CHECK: nvvm.mbarrier.try_wait.parity
// CHECK-NOT: try_wait
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %arg1,
// CHECK-NOT: try_wait
// CHECK: nvvm.mbarrier.arrive.expect_tx
// CHECK: nvvm.cp.async.bulk.tensor.shared.cluster.global %{{.*}}, %arg2,
// CHECK: llvm.br ^[[ON]]
#matrix = {base = 0 : i32, box = array<i64: 64, 64>, elem = f16, sizes = array<i64: -65, -65>,
  strides = array<i64: -65, -2>, swizzle = 128 : i32}
tile.kernel @both(%m: !tile.ptr<f16>, %a: !tile.ptr<i8> {tilegpu.tensor_map = #matrix},
    %b: !tile.ptr<i8> {tilegpu.tensor_map = #matrix}, %n: i32,
    %x: i32) attributes {tilegpu.num_warps = 4 : i32} {
  %yes = arith.constant true
  %still = arith.constant true
  %p = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
  %q = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>> with %p : !tilegpu.shared<2xtensor<64x64xf16>>
  tilegpu.ring_copy %p[%n] from %a[%x, %n] if %yes : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
  %y = arith.addi %x, %n : i32
  tilegpu.ring_copy %q[%n] from %b[%y, %n] if %still : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
  tilegpu.ring_await %p[%n] : !tilegpu.shared<2xtensor<64x64xf16>>
  tilegpu.ring_end %p : !tilegpu.shared<2xtensor<64x64xf16>>
  tile.return
}

// Copies to slots of their own, and those of which one may be left out, wait for themselves.

// CHECK-LABEL: llvm.func @each
// CHECK-COUNT-2: nvvm.mbarrier.try_wait.parity
// CHECK: llvm.return
// CHECK-LABEL: llvm.func @perhaps
// CHECK-COUNT-2: nvvm.mbarrier.try_wait.parity
// CHECK: llvm.return
tile.kernel @each(%m: !tile.ptr<f16>, %a: !tile.ptr<i8> {tilegpu.tensor_map = #matrix},
    %b: !tile.ptr<i8> {tilegpu.tensor_map = #matrix},
    %n: i32) attributes {tilegpu.num_warps = 4 : i32} {
  %yes = arith.constant true
  %p = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
  %q = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
  tilegpu.ring_copy %p[%n] from %a[%n, %n] if %yes : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
  tilegpu.ring_copy %q[%n] from %b[%n, %n] if %yes : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
  tile.return
}
tile.kernel @perhaps(%m: !tile.ptr<f16>, %a: !tile.ptr<i8> {tilegpu.tensor_map = #matrix},
    %b: !tile.ptr<i8> {tilegpu.tensor_map = #matrix},
    %n: i32, %is: i1) attributes {tilegpu.num_warps = 4 : i32} {
  %yes = arith.constant true
  %p = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
  %q = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>> with %p : !tilegpu.shared<2xtensor<64x64xf16>>
  tilegpu.ring_copy %p[%n] from %a[%n, %n] if %yes : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
  tilegpu.ring_copy %q[%n] from %b[%n, %n] if %is : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
  tile.return
}

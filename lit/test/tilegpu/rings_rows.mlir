// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4" | FileCheck %s
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4" | tile-opt | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-arith,gpu-ring-tiles{num-warps=4},tile-lower-views,gpu-assign-layouts{num-warps=4 sm=90},convert-tile-to-llvm{sm=90})' | FileCheck %s --check-prefix=LLVM

// The loop also loads a row, besides the tiles of its product. The row has its own ring. Threads release it as soon as
// they have loaded it.

// CHECK-LABEL: tile.kernel @scaled
// CHECK: tilegpu.ring : !tilegpu.shared<[[N:.*]]xtensor<64x64xf16>>
// CHECK: %[[S:.*]] = tilegpu.ring : !tilegpu.shared<[[N]]xtensor<1x64xf32>>
// CHECK: scf.for %[[K:.*]] = {{.*}} {
// CHECK: tilegpu.ring_dot
// CHECK: tilegpu.ring_await %[[S]][%[[I:.*]]] :
// CHECK-NEXT: %[[ROW:.*]] = tilegpu.ring_load %[[S]][%[[I]]] : !tilegpu.shared<[[N]]xtensor<1x64xf32>> -> tensor<1x64xf32>
// CHECK-NEXT: tilegpu.ring_release %[[S]][%[[I]]] :
// CHECK: math.fma %{{.*}}, %{{.*}}, %{{.*}} : tensor<64x64xf32>
// CHECK: scf.yield
// CHECK: tilegpu.ring_end %[[S]]

!m = !tile.array<?x64xf16, strides = [64, 1]>
!s = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @scaled(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                    %s: !s {tile.divisibility = 16 : i32}, %n: i32, %out: !s) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %p = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %row = tile.load_view %s[%k, %c0] padding zero : !s -> tensor<1x64xf32>
    %rows = tile.broadcast %row : tensor<1x64xf32> -> tensor<64x64xf32>
    %next = math.fma %p, %rows, %acc : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %out[%c0, %c0] : tensor<64x64xf32>, !s
  tile.return
}

// A product needs the row for its left factor, so the row is released behind it. Its warps need not wait for their loads.

// CHECK-LABEL: tile.kernel @taken
// CHECK: %[[S:.*]] = tilegpu.ring : !tilegpu.shared<{{.}}xtensor<1x64xf32>>
// CHECK: scf.for
// CHECK: %[[ROW:.*]] = tilegpu.ring_load %[[S]][%[[I:.*]]] :
// CHECK-NOT: tilegpu.ring_release %[[S]]
// CHECK: tilegpu.ring_dot
// CHECK: tilegpu.ring_release %[[S]][%[[I]]] :
// CHECK: scf.yield

// LLVM-LABEL: llvm.func @scaled
// LLVM: nvvm.wgmma.mma_async
// LLVM: llvm.fence syncscope("block") acq_rel
// LLVM-LABEL: llvm.func @taken
// LLVM-NOT: llvm.fence

tile.kernel @taken(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                   %s: !s {tile.divisibility = 16 : i32}, %n: i32, %yes: i1, %out: !s) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %x = tile.load_view %a[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %p = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %row = tile.load_view %s[%k, %c0] padding zero : !s -> tensor<1x64xf32>
    %rows = tile.broadcast %row : tensor<1x64xf32> -> tensor<64x64xf32>
    %scaled = arith.mulf %p, %rows : tensor<64x64xf32>
    %either = scf.if %yes -> (tensor<64x64xf32>) {
      %more = arith.addf %scaled, %p : tensor<64x64xf32>
      scf.yield %more : tensor<64x64xf32>
    } else {
      scf.yield %scaled : tensor<64x64xf32>
    }
    %narrow = arith.truncf %either : tensor<64x64xf32> to tensor<64x64xf16>
    %next = tile.dot %narrow, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %out[%c0, %c0] : tensor<64x64xf32>, !s
  tile.return
}

// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-gpu{sm=90 arch-specific=true to=layouts})' | FileCheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-gpu{sm=90 arch-specific=true no-producer-warp=true})' | \
// RUN:   FileCheck %s --check-prefix=THREADS

// Warps have rows of the first product. The second product uses its transpose as the left factor, which goes through
// shared memory unchanged.

// CHECK-LABEL: tile.kernel @outer
// CHECK: scf.for
// CHECK: %[[P:.*]] = tile.permute %{{.*}} [1, 0] : tensor<64x64xf16, #{{.*}}> -> tensor<64x64xf16, #[[L:.*]]>
// CHECK-NOT: convert_layout
// CHECK: tilegpu.ring_dot %[[P]] by {{.*}} : tensor<64x64xf16, #[[L]]>
// CHECK: tilegpu.bulk_store

// One barrier makes the factor visible, and ensures that the bulk reduction before it has read its tile. The other
// barrier makes the next tile visible.

// THREADS: nvvm.stmatrix
// THREADS: nvvm.cp.async.bulk.wait_group 0 {read}
// THREADS: nvvm.barrier0
// THREADS: nvvm.wgmma.commit.group.sync.aligned
// THREADS-NOT: wait_group 0 {read}
// THREADS-NOT: nvvm.barrier0
// THREADS: nvvm.fence.proxy
// THREADS: nvvm.barrier0
// THREADS: nvvm.cp.async.bulk.tensor.reduce

!m = !tile.array<?x64xf16, strides = [64, 1]>
!c = !tile.array<?x64xf32, strides = [64, 1]>
tile.kernel @outer(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32,
                   %c: !c {tile.divisibility = 16 : i32}, %all: !c {tile.divisibility = 16 : i32}) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %no_s = arith.constant dense<0.0> : tensor<64x64xf32>
  %no_sum = arith.constant dense<0.0> : tensor<64x64xf32>
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %no_sum) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %yt = tile.permute %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %s = tile.dot %x, %yt, %no_s : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %p = tile.cast %s : tensor<64x64xf32> -> tensor<64x64xf16>
    %pt = tile.permute %p [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
    %own = tile.dot %pt, %x, %no_sum : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    tile.atomic_rmw_view add %own, %all[%k, %c0] : tensor<64x64xf32>, !c
    %next = arith.addf %acc, %own : tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  tile.store_view %sum, %c[%c0, %c0] : tensor<64x64xf32>, !c
  tile.return
}

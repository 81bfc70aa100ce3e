// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#a = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>
#b = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#c = #tilegpu.blocked<{sizePerThread = [2, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>

// Both factors are written to shared memory as f32, in vectors; every step of the loop over the contracted dimension reads
// 16 elements of two rows and of four columns. The accumulator is carried in registers.

// CHECK-LABEL: llvm.func @loop
// CHECK-COUNT-8: llvm.store %{{.*}} : vector<4xf32>, !llvm.ptr<3>
// CHECK-NOT: llvm.store
// CHECK: nvvm.barrier0
// CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%{{.*}} : i32, f32, f32, f32, f32, f32, f32, f32, f32)
// CHECK: ^[[HEAD]](%[[K:.*]]: i32, %{{.*}}: f32,
// CHECK: %[[MORE:.*]] = llvm.icmp "slt" %[[K]]
// CHECK: llvm.cond_br %[[MORE]], ^[[BODY:bb[0-9]+]]
// CHECK: ^[[BODY]]:
// CHECK-COUNT-128: llvm.intr.fma
// CHECK-NOT: llvm.intr.fma
// CHECK: llvm.br ^[[HEAD]]
tile.kernel @loop(%x: f16, %y: f16, %z: f32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %a = tile.splat %x : f16 -> tensor<16x32xf16, #a>
  %b = tile.splat %y : f16 -> tensor<32x16xf16, #b>
  %c = tile.splat %z : f32 -> tensor<16x16xf32, #c>
  %d = tile.dot %a, %b, %c : tensor<16x32xf16, #a>, tensor<32x16xf16, #b> -> tensor<16x16xf32, #c>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>, #c>
  tile.store %q, %d : tensor<16x16x!tile.ptr<f32>, #c>, tensor<16x16xf32, #c>
  tile.return
}

// -----

#v = #tilegpu.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>

// Integers are extended according to their signedness. 16 products need no loop.

// CHECK-LABEL: llvm.func @integers
// CHECK-DAG: llvm.zext %{{.*}} : i8 to i32
// CHECK-DAG: llvm.sext %{{.*}} : i8 to i32
// CHECK: nvvm.barrier0
// CHECK-NOT: llvm.cond_br
// CHECK: llvm.mul
// CHECK: llvm.return
tile.kernel @integers(%x: i8, %y: i8, %z: i32) attributes {tilegpu.num_warps = 1 : i32} {
  %a = tile.splat %x : i8 -> tensor<4x16xi8, #v>
  %b = tile.splat %y : i8 -> tensor<16x8xi8, #v>
  %c = tile.splat %z : i32 -> tensor<4x8xi32, #v>
  %d = tile.dot %a, %b, %c lhs_unsigned : tensor<4x16xi8, #v>, tensor<16x8xi8, #v> -> tensor<4x8xi32, #v>
  tile.return
}

// -----

#l = #tilegpu.blocked<{sizePerThread = [2, 1], threadsPerWarp = [32, 1], warpsPerCTA = [1, 1], order = [1, 0]}>
#r = #tilegpu.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>
#s = #tilegpu.blocked<{sizePerThread = [2, 2], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], order = [1, 0]}>

// A thread computes the products of a row from left to right, and those of the next one from right to left, so that each
// shares a factor with the one before.

// CHECK-LABEL: llvm.func @turns
// CHECK: nvvm.barrier0
// CHECK: llvm.intr.fma(%[[TOP:.*]], %[[LEFT:.*]], %{{.*}})
// CHECK: llvm.intr.fma(%[[TOP]], %[[RIGHT:.*]], %{{.*}})
// CHECK: llvm.intr.fma(%[[BOTTOM:.*]], %[[RIGHT]], %{{.*}})
// CHECK: llvm.intr.fma(%[[BOTTOM]], %[[LEFT]], %{{.*}})
// CHECK-NOT: llvm.intr.fma
tile.kernel @turns(%x: f32, %y: f32, %z: f32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %a = tile.splat %x : f32 -> tensor<16x1xf32, #l>
  %b = tile.splat %y : f32 -> tensor<1x8xf32, #r>
  %c = tile.splat %z : f32 -> tensor<16x8xf32, #s>
  %d = tile.dot %a, %b, %c : tensor<16x1xf32, #l>, tensor<1x8xf32, #r> -> tensor<16x8xf32, #s>
  %q = tile.splat %p : !tile.ptr<f32> -> tensor<16x8x!tile.ptr<f32>, #s>
  tile.store %q, %d : tensor<16x8x!tile.ptr<f32>, #s>, tensor<16x8xf32, #s>
  tile.return
}

// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

#row = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>

// Each iteration sums a tile across warps, which takes a barrier: copies of the body would only be more code.

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK-LABEL: llvm.func @with_barriers
// CHECK: nvvm.barrier0
// CHECK: llvm.br ^{{.*}} {loop_annotation = #[[LOOP]]}
tile.kernel @with_barriers(%x: f32, %n: i32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 2 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %start = arith.constant 0.0 : f32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %start) -> (f32) : i32 {
    %y = arith.addf %x, %acc : f32
    %t = tile.splat %y : f32 -> tensor<64xf32, #row>
    %s = tile.reduce %t axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      tile.yield %c : f32
    } : tensor<64xf32, #row> -> f32
    scf.yield %s : f32
  }
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// Compilers may unroll a loop of arithmetic: its iterations run at the same time then.

// CHECK-NOT: loop_annotation
// CHECK-LABEL: llvm.func @arithmetic
// CHECK-NOT: loop_annotation
tile.kernel @arithmetic(%x: f32, %n: i32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %y = arith.mulf %acc, %acc : f32
    scf.yield %y : f32
  }
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

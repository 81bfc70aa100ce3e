// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

// Iterations load what the next one multiplies: copies of the body would gain nothing, only be more code.

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK-LABEL: llvm.func @loads_ahead
// CHECK: llvm.br ^{{[^{]*$}}
// CHECK: llvm.br ^{{.*}} {loop_annotation = #[[LOOP]]}
tile.kernel @loads_ahead(%x: f32, %n: i32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %y = arith.mulf %acc, %acc : f32
    scf.yield %y : f32
  } {tilegpu.loads_ahead}
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// Compilers unroll a loop whose number of iterations is constant: indices become constants then.

// CHECK-NOT: loop_annotation
// CHECK-LABEL: llvm.func @constant_trips
// CHECK-NOT: loop_annotation
tile.kernel @constant_trips(%x: f32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 9 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %y = arith.mulf %acc, %acc : f32
    scf.yield %y : f32
  } {tilegpu.loads_ahead}
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// Compilers may unroll other loops: their iterations wait for memory at the same time then.

// CHECK-NOT: loop_annotation
// CHECK-LABEL: llvm.func @other
// CHECK-NOT: loop_annotation
tile.kernel @other(%x: f32, %n: i32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %y = arith.mulf %acc, %acc : f32
    scf.yield %y : f32
  }
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

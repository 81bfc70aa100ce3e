// RUN: tile-opt %s --split-input-file --pass-pipeline='builtin.module(convert-tile-to-llvm)' | filecheck %s

// Each iteration loads the operands of the next one. Copies of the body would only be more code.

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

// Compilers should unroll a loop with few iterations, because indices then become constants.

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

// If there are many iterations, a few of them are unrolled, so that their loads wait for memory together. The number of
// copies divides that of iterations. Without this, LLVM would leave no loop, but 48 copies.

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<count = 8 : i32>
// CHECK: #[[LOOP:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK-LABEL: llvm.func @many_trips
// CHECK: llvm.br ^{{.*}} {loop_annotation = #[[LOOP]]}
tile.kernel @many_trips(%x: f32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 48 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %q = tile.addptr %p, %i : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %y = tile.load %q : !tile.ptr<f32>
    %z = arith.addf %acc, %y : f32
    scf.yield %z : f32
  }
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// The same loop is not unrolled if each of its iterations loads for the next one.

// CHECK: #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK-LABEL: llvm.func @many_trips_ahead
// CHECK: llvm.br ^{{.*}} {loop_annotation = #
tile.kernel @many_trips_ahead(%x: f32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 48 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %y = arith.mulf %acc, %acc : f32
    scf.yield %y : f32
  } {tilegpu.loads_ahead}
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// Compilers may unroll loops around others as they like.

// CHECK-LABEL: llvm.func @nested
// CHECK: llvm.br ^{{[^{]*$}}
// CHECK: llvm.br ^{{[^{]*$}}
// CHECK: llvm.br ^{{.*}} {loop_annotation = #
// CHECK: llvm.br ^{{[^{]*$}}
tile.kernel @nested(%x: f32, %p: !tile.ptr<f32>) attributes {tilegpu.num_warps = 1 : i32} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %n = arith.constant 48 : i32
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %x) -> (f32) : i32 {
    %more = scf.for %j = %zero to %n step %one iter_args(%inner = %acc) -> (f32) : i32 {
      %y = arith.mulf %inner, %inner : f32
      scf.yield %y : f32
    }
    scf.yield %more : f32
  }
  tile.store %p, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// Compilers may unroll other loops: then several iterations wait for memory at the same time.

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

// RUN: tile-opt %s --tile-split-rows=parts=8 --split-input-file --verify-diagnostics
// RUN: not tile-opt %s --tile-split-rows="parts=8 sm=80" 2>&1 | FileCheck %s

// CHECK: several blocks cannot share a program on sm_80, which has no clusters: compile for sm_90 or later
tile.kernel @forgets(%x: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0.0 : f32
  %most = arith.constant 0.5 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-note @+1 {{the loop is here}}
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) : i32 {
    %p = tile.addptr %x, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %v = tile.load %p : !tile.ptr<f32>
    %old = arith.mulf %s, %most : f32
    // expected-error @+1 {{computes carried value #0 of type 'f32' by a reduction that cannot be split into parts}}
    %next = arith.addf %old, %v : f32
    scf.yield %next : f32
  }
  tile.store %x, %r : !tile.ptr<f32>, f32
  tile.return
}

// -----

tile.kernel @writes(%x: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) : i32 {
    // expected-error @+1 {{writes memory in or before the loop to split, which every block executes}}
    tile.store %x, %s : !tile.ptr<f32>, f32
    %v = tile.load %x : !tile.ptr<f32>
    %next = arith.addf %s, %v : f32
    scf.yield %next : f32
  }
  tile.store %x, %r : !tile.ptr<f32>, f32
  tile.return
}

// -----

// expected-error @+1 {{has no outermost loop}}
tile.kernel @no_loop(%x: !tile.ptr<f32>) {
  tile.return
}

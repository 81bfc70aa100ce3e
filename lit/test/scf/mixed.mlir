// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-debuginfo < %s | diff %s.debuginfo -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-unique-ssa-ids %s | diff %s.uniqueids -

// Structured control flow of different kinds inside each other, and inside unstructured control flow.

func.func @sum_of_even(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
    %rem = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %rem, %c0 : index
    %next = scf.if %even -> (f32) {
      %s = arith.addf %acc, %x : f32
      scf.yield %s : f32
    } else {
      scf.yield %acc : f32
    }
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

func.func @collatz(%start: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %r:2 = scf.while (%x = %start, %steps = %zero) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %x, %one : i64
    scf.condition(%more) %x, %steps : i64, i64
  } do {
  ^bb0(%x: i64, %steps: i64):
    %rem = arith.remsi %x, %two : i64
    %odd = arith.cmpi eq, %rem, %one : i64
    %next = scf.if %odd -> (i64) {
      %t = arith.muli %x, %three : i64
      %u = arith.addi %t, %one : i64
      scf.yield %u : i64
    } else {
      %h = arith.divsi %x, %two : i64
      scf.yield %h : i64
    }
    %count = arith.addi %steps, %one : i64
    scf.yield %next, %count : i64, i64
  }
  return %r#1 : i64
}

// -----

func.func @cfg_around_loops(%c: i1, %n: index, %x: f32) -> f32 {
  cf.cond_br %c, ^loop(%x : f32), ^done(%x : f32)
^loop(%init: f32):
  %r = scf.for %i = %n to %n step %n iter_args(%acc = %init) -> (f32) {
    %s = scf.execute_region -> f32 {
      cf.cond_br %c, ^a, ^b
    ^a:
      scf.yield %acc : f32
    ^b:
      scf.yield %x : f32
    }
    scf.yield %s : f32
  }
  cf.br ^done(%r : f32)
^done(%y: f32):
  return %y : f32
}

// -----

func.func @switch_in_parallel(%n: index) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    %r = scf.index_switch %i -> i32
    case 0 {
      %a = arith.constant 10 : i32
      scf.yield %a : i32
    }
    default {
      %b = arith.constant 20 : i32
      scf.yield %b : i32
    }
    scf.forall (%j) in (%i) {
      "u.use"(%r, %j) : (i32, index) -> ()
    }
  }
  return
}

// -----

"u.graph"() ({
  %r = scf.if %c -> (i32) {
    scf.yield %x : i32
  } else {
    scf.yield %x : i32
  }
  %c, %x = "u.later"(%r) : (i32) -> (i1, i32)
}) : () -> ()

// RUN: tile-opt --allow-unregistered-dialect --split-input-file %s | diff %s.pretty -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-op-generic %s | diff %s.generic -
// RUN: tile-opt --allow-unregistered-dialect --split-input-file --mlir-print-unique-ssa-ids %s | diff %s.uniqueids -

// Numbers and suggested names of values: counters, clashes and scopes.

func.func @clashes() {
  %a = arith.constant 0 : index
  %b = arith.constant 0 : index
  %c = arith.constant 0.0 : f32
  %d = arith.constant 1.0 : f32
  %e = arith.constant 0 : index
  %f = arith.constant true
  %g = arith.constant true
  %h = "u.v"() : () -> i32
  return
}

// -----

func.func @nested(%c: i1) {
  %a = arith.constant 0 : index
  scf.if %c {
    %b = arith.constant 0 : index
    %d = "u.v"() : () -> i32
    scf.if %c {
      %e = arith.constant 0 : index
      %f = arith.constant 1 : index
    }
    %g = arith.constant 1 : index
  } else {
    %h = arith.constant 0 : index
    %i = "u.v"() : () -> i32
  }
  %j = arith.constant 1 : index
  %k = "u.v"() : () -> i32
  return
}

// -----

func.func @arguments(%x: i32, %y: i32) {
  "u.r"() ({
  ^bb0(%z: i32):
    "u.e"()[^bb1] : () -> ()
  ^bb1(%w: i32):
    "u.r"() ({
    ^bb0(%v: i32):
      "u.e"() : () -> ()
    }) : () -> ()
    "u.e"() : () -> ()
  }) : () -> ()
  cf.br ^bb1(%x : i32)
^bb1(%u: i32):
  cf.br ^bb2(%u : i32)
^bb2(%t: i32):
  return
}

// -----

%0 = "u.v"() : () -> i32
func.func @f() {
  %c = arith.constant 5 : i8
  %1 = "u.v"() : () -> i32
  return
}
func.func @g() {
  %c = arith.constant 5 : i8
  %d = arith.constant 5 : i8
  %1 = "u.v"() : () -> i32
  return
}
%2 = "u.v"() : () -> i32

// -----

func.func @loops(%n: index) {
  %zero = arith.constant 0 : index
  scf.for %i = %zero to %n step %n {
    %c = arith.constant 0 : index
    scf.for %j = %c to %i step %n {
      %d = arith.constant 0 : index
      %0 = "u.v"() : () -> i32
    }
    %1 = "u.v"() : () -> i32
  }
  %2 = "u.v"() : () -> i32
  scf.parallel (%i, %j) = (%zero, %zero) to (%n, %n) step (%n, %n) {
    %3 = "u.v"() : () -> i32
  }
  return
}

// -----

func.func @multi() {
  %0:2 = "u.v"() : () -> (i32, i32)
  %1 = "u.v"() : () -> i32
  %2:3 = "u.v"(%0#1, %1) : (i32, i32) -> (i32, i32, i32)
  "u.v"() : () -> ()
  %3 = "u.v"(%2#2) : (i32) -> i32
  return
}

// -----

func.func private @callee()
func.func @named() {
  %f = func.constant @callee : () -> ()
  %f_0 = func.constant @callee : () -> ()
  %cst = arith.constant dense<1> : tensor<2xi32>
  %cst_0 = arith.constant dense<1> : tensor<2xi32>
  %low, %high = arith.mulsi_extended %cst, %cst : tensor<2xi32>
  return
}

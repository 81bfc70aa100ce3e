// RUN: tile-opt %s --sccp --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @branches_on_constants
func.func @branches_on_constants(%x: i32) -> i32 {
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1 : i32
  // CHECK-DAG: %[[TRUE:.*]] = arith.constant true
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^taken, ^dead
^dead:
  cf.br ^join(%x : i32)
^taken:
  cf.br ^join(%c1 : i32)
^join(%y: i32):
  // CHECK: return %[[ONE]]
  return %y : i32
}

// -----

// A value that a loop carries is constant if every iteration passes on the same value.

// CHECK-LABEL: func.func @loop
func.func @loop(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  // CHECK: %[[R:.*]]:2 = scf.for
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %b = %zero) -> (i32, i32) {
    %m = arith.muli %a, %zero : i32
    %s = arith.addi %m, %k : i32
    // CHECK: arith.addi %{{.*}}, %c3_i32
    %t = arith.addi %b, %s : i32
    scf.yield %s, %t : i32, i32
  }
  // CHECK: return %c3_i32, %[[R]]#1
  return %0#0, %0#1 : i32, i32
}

// -----

// If all calls of a private function are known, constants propagate into the function and back to the calls.

// CHECK-LABEL: func.func private @double
func.func private @double(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  // CHECK: return %c6_i32
  return %0 : i32
}

// CHECK-LABEL: func.func @caller
func.func @caller() -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = call @double(%c3) : (i32) -> i32
  // CHECK: return %c6_i32
  return %0 : i32
}

// -----

// A function that is used as a value may be called with any arguments.

// CHECK-LABEL: func.func private @escapes
func.func private @escapes(%a: i32) -> i32 {
  // CHECK: return %arg0
  return %a : i32
}

func.func @user() -> (i32, (i32) -> i32) {
  %c3 = arith.constant 3 : i32
  %f = constant @escapes : (i32) -> i32
  %0 = call @escapes(%c3) : (i32) -> i32
  return %0, %f : i32, (i32) -> i32
}

// -----

// The two edges of a branch to the same block are distinguished.

// CHECK-LABEL: func.func @same_block
func.func @same_block(%x: i32) -> i32 {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %true, ^join(%c1 : i32), ^join(%x : i32)
^join(%y: i32):
  // CHECK: return %c1_i32
  return %y : i32
}

// -----

// CHECK-LABEL: func.func @regions
func.func @regions(%x: i32) -> (i32, i32, i32) {
  %true = arith.constant true
  %c1 = arith.constant 1 : i32
  %i = arith.constant 5 : index
  %0 = scf.if %true -> i32 {
    scf.yield %c1 : i32
  } else {
    scf.yield %x : i32
  }
  %1 = scf.index_switch %i -> i32
  case 5 {
    %2 = arith.addi %0, %c1 : i32
    scf.yield %2 : i32
  }
  default {
    scf.yield %x : i32
  }
  %3 = scf.while (%a = %c1) : (i32) -> i32 {
    %false = arith.cmpi ne, %a, %c1 : i32
    scf.condition(%false) %a : i32
  } do {
  ^bb0(%a: i32):
    scf.yield %x : i32
  }
  // CHECK: return %c1_i32, %c2_i32, %c1_i32
  return %0, %1, %3 : i32, i32, i32
}

// -----

// Nothing is known about the arguments of regions of unknown operations.

// CHECK-LABEL: func.func @unknown_regions
func.func @unknown_regions() {
  %c1 = arith.constant 1 : i32
  // CHECK: "test.op"
  "test.op"(%c1) ({
  ^bb0(%a: i32):
    // CHECK: %[[C1:.*]] = arith.constant 1 : i32
    // CHECK: arith.addi %{{.*}}, %[[C1]]
    %c = arith.constant 1 : i32
    %0 = arith.addi %a, %c : i32
    "test.use"(%0) : (i32) -> ()
  }) : (i32) -> ()
  return
}

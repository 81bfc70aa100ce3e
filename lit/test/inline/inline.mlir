// RUN: tile-opt %s --inline='default-pipeline=' --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: tile-opt %s --inline --split-input-file --allow-unregistered-dialect | filecheck %s --check-prefix=SIMPLE
// RUN: tile-opt %s --inline='default-pipeline=' --split-input-file --allow-unregistered-dialect --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s --check-prefix=LOC

// A private function is removed after its last call is inlined.

// CHECK-NOT: @callee
func.func private @callee(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32 loc("add")
  return %0 : i32
}

// CHECK-LABEL: func.func @single_block
func.func @single_block(%x: i32) -> i32 {
  // CHECK-NEXT: %[[A:.*]] = arith.addi %arg0, %arg0 : i32
  // CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[A]] : i32
  // CHECK-NEXT: return %[[B]]
  // LOC: arith.addi %arg0, %arg0 : i32 loc(callsite("add" at "first"))
  // LOC: arith.addi %0, %0 : i32 loc(callsite("add" at "second"))
  %0 = call @callee(%x) : (i32) -> i32 loc("first")
  %1 = call @callee(%0) : (i32) -> i32 loc("second")
  return %1 : i32
}

// -----

func.func private @choose(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^yes, ^no
^yes:
  return %a : i32
^no:
  return %b : i32
}

// CHECK-LABEL: func.func @several_blocks
func.func @several_blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  // CHECK: cf.cond_br %arg0, ^bb1, ^bb2
  // CHECK: ^bb1:
  // CHECK-NEXT: cf.br ^bb3(%arg1 : i32)
  // CHECK: ^bb2:
  // CHECK-NEXT: cf.br ^bb3(%arg2 : i32)
  // CHECK: ^bb3(%[[R:.*]]: i32):
  // CHECK: return %[[R]]
  %0 = call @choose(%c, %a, %b) : (i1, i32, i32) -> i32
  return %0 : i32
}

// The body of an scf.if must have one block, so a callee with several blocks is not inlined there.

// CHECK-LABEL: func.func @no_blocks_here
func.func @no_blocks_here(%c: i1, %a: i32) {
  scf.if %c {
    // CHECK: func.call @choose
    %0 = func.call @choose(%c, %a, %a) : (i1, i32, i32) -> i32
    "test.use"(%0) : (i32) -> ()
  }
  return
}

// -----

// Recursive calls are not inlined.

// CHECK-LABEL: func.func @recursive
func.func @recursive(%a: i32) -> i32 {
  // CHECK: call @recursive
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @calls_recursive
func.func @calls_recursive(%a: i32) -> i32 {
  // CHECK: call @recursive
  %0 = call @recursive(%a) : (i32) -> i32
  return %0 : i32
}

// -----

// Unknown operations might not mean the same elsewhere, so they are not moved. Some operations may not be inlined.

func.func private @unknown() {
  "unknown.op"() : () -> ()
  return
}
func.func private @refuses() attributes {no_inline} {
  return
}
func.func private @empty() {
  return
}
// CHECK-LABEL: func.func @kept
func.func @kept() {
  // CHECK-NEXT: call @unknown
  call @unknown() : () -> ()
  // CHECK-NEXT: call @refuses
  call @refuses() : () -> ()
  // CHECK-NEXT: call @empty() {no_inline}
  call @empty() {no_inline} : () -> ()
  // CHECK-NEXT: return
  call @empty() : () -> ()
  return
}

// -----

// Simplification between rounds turns calls of values into calls of functions.

func.func private @target(%a: i32) -> i32 {
  return %a : i32
}
// SIMPLE-LABEL: func.func @through_a_value
func.func @through_a_value(%a: i32) -> i32 {
  // SIMPLE-NEXT: return %arg0
  %f = constant @target : (i32) -> i32
  %0 = call_indirect %f(%a) : (i32) -> i32
  return %0 : i32
}

// RUN: not tile-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-op-on-diagnostic 2>&1 | filecheck %s
// RUN: not tile-opt %s --split-input-file --allow-unregistered-dialect 2>&1 | filecheck %s --check-prefix=WITHOUT
// On request, an error shows its operation, and the call stack where the text of the calls is known.
// WITHOUT-NOT: see current operation

// CHECK: error: 'func.return' op has 1 operands, but enclosing function (@foo) returns 2
// CHECK-NEXT: return %c : i32
// CHECK-NEXT: ^
// CHECK-NEXT: note: see current operation: "func.return"(%arg0) : (i32) -> ()
func.func @foo(%c: i32) -> (i32, i32) {
  return %c : i32
}

// -----

// CHECK: error: operand #0 does not dominate this use
// CHECK: note: see current operation: "test.foo"(%0) : (index) -> ()
// CHECK-NEXT: note: operand defined here (op in the same block)
func.func @dominance() {
  "test.foo"(%cst) : (index) -> ()
  %cst = arith.constant 0 : index
  return
}

// -----

// CHECK: error: 'scf.if' op operand #0 must be 1-bit signless integer
// CHECK: note: see current operation: {{$}}
// CHECK-NEXT: {{^}}"scf.if"(%arg0) ({
// CHECK-NEXT: {{^}}  "scf.yield"() : () -> ()
func.func @regions(%c: i32) {
  "scf.if"(%c) ({ scf.yield }, {}) : (i32) -> ()
  return
}

// -----

// CHECK: mysource1:0:0: error: 'arith.constant' op failed to verify that all of {value, result} have same type
// CHECK-NEXT: mysource2:1:0: note: called from
// CHECK-NEXT: mysource3:2:0: note: called from
func.func @calls() {
  %x = "arith.constant"() {value = 100} : () -> i1 loc(fused["bar", callsite("foo"("mysource1":0:0) at callsite("mysource2":1:0 at "mysource3":2:0))])
  return
}

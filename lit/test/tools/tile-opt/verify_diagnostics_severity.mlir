// RUN: not tile-opt %s --verify-diagnostics 2>&1 | filecheck %s
// CHECK: 'error' diagnostic emitted when expecting a 'warning'
func.func @f() {
  // expected-warning @below {{op requires}}
  "arith.addi"() : () -> ()
  return
}

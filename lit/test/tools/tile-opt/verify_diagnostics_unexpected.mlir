// A diagnostic that no comment expects is an error of the test, unless only the expected ones are checked.
// RUN: not tile-opt %s --verify-diagnostics 2>&1 | filecheck %s
// RUN: tile-opt %s --verify-diagnostics=only-expected
// CHECK: unexpected error
func.func @f() {
  "arith.addi"() : () -> ()
  return
}

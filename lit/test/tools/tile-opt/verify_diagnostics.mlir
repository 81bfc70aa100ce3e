// RUN: tile-opt %s --verify-diagnostics | count 0
// RUN: tile-opt %s --verify-diagnostics=all | count 0
// RUN: tile-opt %s --verify-diagnostics=only-expected | count 0
func.func @f() {
  // expected-error-re @+1 {{'arith.{{[a-z]+}}' op requires}}
  "arith.addi"() : () -> ()
  return
}

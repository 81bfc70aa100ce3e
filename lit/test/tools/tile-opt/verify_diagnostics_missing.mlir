// An expected diagnostic that does not occur is an error of the test.
// RUN: not tile-opt %s --verify-diagnostics 2>&1 | filecheck %s
// CHECK: verify_diagnostics_missing.mlir:[[#@LINE+1]]: error: expected error "never said" was not produced
// expected-error @below {{never said}}
func.func @f() { return }

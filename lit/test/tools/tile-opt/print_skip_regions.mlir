// RUN: tile-opt %s --mlir-print-skip-regions --no-implicit-module | filecheck %s
// CHECK: module {...}
// CHECK-NOT: func.func
module {
  func.func @f() { return }
}

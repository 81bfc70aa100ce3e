// RUN: tile-opt %s --no-implicit-module | filecheck %s
// CHECK-NOT: module
// CHECK: func.func @f()
func.func @f() { return }

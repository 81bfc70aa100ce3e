// RUN: not tile-opt %s -o %t.missing/x 2>&1 | filecheck %s
// CHECK: cannot write {{.*}}.missing/x
func.func @f() { return }

// -o writes a file, and nothing to standard output.
// RUN: rm -f %t && tile-opt %s -o %t | count 0
// RUN: filecheck %s < %t
// CHECK: func.func @f()
func.func @f() { return }

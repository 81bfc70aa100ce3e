// One file may hold several inputs.
// RUN: rm -rf %t && split-file %s %t
// RUN: tile-opt %t/a.mlir | filecheck %t/a.mlir
// RUN: cd %t && tile-opt sub/b.mlir | filecheck sub/b.mlir

//--- a.mlir
// CHECK: func.func @a()
func.func @a() { return }

//--- sub/b.mlir
// CHECK: func.func @b()
func.func @b() { return }

// Every part reports its errors, at the lines of the file.
// RUN: not tile-opt %s --split-input-file 2>&1 | filecheck %s
// CHECK: split_errors.mlir:[[#@LINE+1]]:{{[0-9]+}}: error:
func.func @a() { return %x : i32 }

// -----

func.func @b() { return }

// -----

// CHECK: split_errors.mlir:[[#@LINE+1]]:{{[0-9]+}}: error:
func.func @c() { return %y : i32 }

// An input of "-" is standard input, and so is no input. Messages call it <stdin>.
// RUN: tile-opt - < %s | filecheck %s
// RUN: tile-opt < %s | filecheck %s
// RUN: echo "func.func @f() { return 1 }" | not tile-opt 2>&1 | filecheck %s --check-prefix=ERROR
// CHECK: func.func @f()
func.func @f() { return }
// ERROR: <stdin>:1:{{[0-9]+}}: error:

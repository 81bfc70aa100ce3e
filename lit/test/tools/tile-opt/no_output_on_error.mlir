// RUN: not tile-opt %s 2> %t | count 0
// RUN: filecheck %s < %t
// CHECK: no_output_on_error.mlir:[[#@LINE+4]]:3: error: 'arith.addi' op requires
// CHECK-NEXT: "arith.addi"
// CHECK-NEXT: {{^  \^}}
func.func @f(%a: i32, %b: i64) {
  "arith.addi"(%a, %b) : (i32, i64) -> i32
  return
}

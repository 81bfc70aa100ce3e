// RUN: tile-opt %s --mlir-print-op-generic | filecheck %s
// RUN: tile-opt %s --mlir-print-op-generic | tile-opt | filecheck %s --check-prefix=PRETTY
// CHECK: "func.func"() <{function_type = (i32) -> i32, sym_name = "f"}> ({
// CHECK-NEXT: ^bb0(%[[A:.*]]: i32):
// CHECK-NEXT: %[[B:.*]] = "arith.addi"(%[[A]], %[[A]]) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32
// CHECK-NEXT: "func.return"(%[[B]]) : (i32) -> ()
// PRETTY: func.func @f(%[[A:.*]]: i32) -> i32 {
// PRETTY-NEXT: %[[B:.*]] = arith.addi %[[A]], %[[A]] : i32
func.func @f(%a: i32) -> i32 {
  %b = arith.addi %a, %a : i32
  return %b : i32
}

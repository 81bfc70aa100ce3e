// RUN: tile-opt %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope --allow-unregistered-dialect | filecheck %s

// CHECK: module {
// CHECK-NEXT: func.func @f(%arg0: i32 loc(unknown)) -> i32 {
func.func @f(%a: i32 loc("a")) -> i32 {
  // CHECK-NEXT: %0 = "test.op"(%arg0) ({
  // CHECK-NEXT: ^bb0(%arg1: i32 loc(unknown)):
  // CHECK-NEXT: "test.inner"() : () -> () loc(unknown)
  // CHECK-NEXT: }) : (i32) -> i32 loc(unknown)
  %0 = "test.op"(%a) ({
  ^bb0(%b: i32 loc("b")):
    "test.inner"() : () -> () loc("c")
  }) : (i32) -> i32 loc(fused["d", "e"])
  // CHECK-NEXT: return %0 : i32 loc(unknown)
  return %0 : i32 loc(callsite("g" at "h"))
// CHECK-NEXT: } loc(unknown)
// CHECK-NEXT: } loc(unknown)
}

// mlir-translate accepts the same input as tile-translate, and gives the same function.
// REQUIRES: llvm-translate
// RUN: mlir-translate --mlir-to-llvmir %s | filecheck %s
// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s
// CHECK: define i64 @f(i64 %{{.*}})
// CHECK: mul i64
// CHECK: ret i64
llvm.func @f(%a: i64) -> i64 {
  %0 = llvm.mul %a, %a : i64
  llvm.return %0 : i64
}

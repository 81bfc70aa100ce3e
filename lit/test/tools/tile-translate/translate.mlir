// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s
// RUN: tile-translate --mlir-to-llvmir --opaque-pointers=false %s | filecheck %s --check-prefix=TYPED
// RUN: tile-translate --mlir-to-llvmir %s -o %t && filecheck %s < %t
// CHECK: define i32 @f(i32 %{{.*}}, ptr %{{.*}})
// CHECK: add i32
// CHECK: ret i32
// TYPED: define i32 @f(i32 %{{.*}}, i8* %{{.*}})
llvm.func @f(%a: i32, %p: !llvm.ptr) -> i32 {
  %0 = llvm.add %a, %a : i32
  llvm.return %0 : i32
}

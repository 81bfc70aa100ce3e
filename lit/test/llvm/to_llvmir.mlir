// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s
// Things with other names in LLVM IR: visibility, sections, and the intrinsics for arithmetic with overflow.
// CHECK: @g = hidden addrspace(1) global i32 3, section "mine"
llvm.mlir.global external hidden @g(3 : i32) {addr_space = 1 : i32, section = "mine"} : i32
// CHECK: define protected void @protected()
llvm.func protected @protected() {
  llvm.return
}

// CHECK-LABEL: define { i32, i1 } @f(
llvm.func @f(%a: i32, %v: vector<2xi16>) -> !llvm.struct<(i32, i1)> {
  // CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %p0, i32 %p0)
  %0 = "llvm.intr.uadd.with.overflow"(%a, %a) : (i32, i32) -> !llvm.struct<(i32, i1)>
  // CHECK: call { <2 x i16>, <2 x i1> } @llvm.smul.with.overflow.v2i16(<2 x i16> %p1, <2 x i16> %p1)
  %1 = "llvm.intr.smul.with.overflow"(%v, %v) : (vector<2xi16>, vector<2xi16>) -> !llvm.struct<(vector<2xi16>, vector<2xi1>)>
  llvm.return %0 : !llvm.struct<(i32, i1)>
}

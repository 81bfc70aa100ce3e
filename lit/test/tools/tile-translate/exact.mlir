// REQUIRES: llvm-opt
// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s
// RUN: tile-translate --mlir-to-llvmir %s | opt-22 -passes=instcombine -S | filecheck %s --check-prefix=FOLDED

// A division or shift is exact only if the source says so, because LLVM then assumes that the remainder is zero.

// CHECK-LABEL: @quotients
// FOLDED-LABEL: @quotients
llvm.func @quotients(%a: i32, %b: i32, %p: !llvm.ptr) {
  // CHECK: sdiv i32 %
  // CHECK: udiv i32 %
  // CHECK: ashr i32 %
  // CHECK: lshr i32 %
  %0 = llvm.sdiv %a, %b : i32
  %1 = llvm.udiv %a, %b : i32
  %2 = llvm.ashr %a, %b : i32
  %3 = llvm.lshr %a, %b : i32
  // CHECK: sdiv exact i32 %
  // CHECK: udiv exact i32 %
  // CHECK: ashr exact i32 %
  // CHECK: lshr exact i32 %
  %4 = llvm.sdiv exact %a, %b : i32
  %5 = llvm.udiv exact %a, %b : i32
  %6 = llvm.ashr exact %a, %b : i32
  %7 = llvm.lshr exact %a, %b : i32
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.store %1, %p : i32, !llvm.ptr
  llvm.store %2, %p : i32, !llvm.ptr
  llvm.store %3, %p : i32, !llvm.ptr
  llvm.store %4, %p : i32, !llvm.ptr
  llvm.store %5, %p : i32, !llvm.ptr
  llvm.store %6, %p : i32, !llvm.ptr
  llvm.store %7, %p : i32, !llvm.ptr
  llvm.return
}

// FOLDED-LABEL: @inexact
// FOLDED: and i32
llvm.func @inexact(%a: i32) -> i32 {
  %four = llvm.mlir.constant(4 : i32) : i32
  %0 = llvm.udiv %a, %four : i32
  %1 = llvm.mul %0, %four : i32
  llvm.return %1 : i32
}

// FOLDED-LABEL: @exact
// FOLDED-NOT: and
// FOLDED: ret i32 %p0
llvm.func @exact(%a: i32) -> i32 {
  %four = llvm.mlir.constant(4 : i32) : i32
  %0 = llvm.udiv exact %a, %four : i32
  %1 = llvm.mul %0, %four : i32
  llvm.return %1 : i32
}

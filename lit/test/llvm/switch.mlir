// RUN: tile-opt %s | filecheck %s
// RUN: tile-translate --mlir-to-llvmir %s | filecheck %s --check-prefix=LLVM

// CHECK-LABEL: llvm.func @cases
// CHECK:      llvm.switch %arg0 : i32, ^bb1 [
// CHECK-NEXT: ]
// CHECK:      llvm.switch %arg2 : i64, ^bb2(%arg1 : f32) [
// CHECK-NEXT:   3: ^bb1,
// CHECK-NEXT:   -9: ^bb2(%arg1 : f32)
// CHECK-NEXT: ]
llvm.func @cases(%a: i32, %x: f32, %b: i64) {
  llvm.switch %a : i32, ^bb1 [ ]
^bb1:
  llvm.switch %b : i64, ^bb2(%x : f32) [ 3: ^bb1, -9: ^bb2(%x : f32) ]
^bb2(%y: f32):
  llvm.return
}

// Two edges to one block, and the phi in that block:
// LLVM:      switch i64 %p2, label %b2 [
// LLVM-NEXT:   i64 3, label %b1
// LLVM-NEXT:   i64 -9, label %b3
// LLVM-NEXT: ]
// LLVM:      phi float [ %p1, %b1 ], [ %p1, %b3 ]

// RUN: tile-translate --mlir-to-llvmir --split-input-file --verify-diagnostics %s | filecheck %s
// RUN: not tile-translate --mlir-to-llvmir --split-input-file %s 2>&1 | filecheck %s --check-prefix=ERROR

// Parts are translated one by one. Errors in a part may be expected.

// CHECK: define void @first()
llvm.func @first() {
  llvm.return
}

// -----

llvm.func @second() {
  // ERROR: split.mlir:[[#@LINE+2]]:8: error: 'arith.constant' op has no translation to LLVM IR
  // expected-error@+1 {{has no translation to LLVM IR}}
  %0 = arith.constant 1 : i32
  llvm.return
}

// -----

// CHECK-NOT: second
// CHECK: define void @third()
llvm.func @third() { llvm.return }

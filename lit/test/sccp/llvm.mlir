// RUN: tile-opt %s --sccp | filecheck %s

// Constants propagate through calls of functions that nothing else can call.

// CHECK-LABEL: llvm.func @caller
// CHECK: %[[C:.*]] = llvm.mlir.constant(7 : i32) : i32
// CHECK: llvm.return %[[C]] : i32
llvm.func internal @same(%a: i32) -> i32 attributes {sym_visibility = "private"} {
  llvm.return %a : i32
}
llvm.func @caller() -> i32 {
  %c = llvm.mlir.constant(7 : i32) : i32
  %0 = llvm.call @same(%c) : (i32) -> i32
  llvm.return %0 : i32
}

// RUN: tile-opt %s --convert-arith-to-llvm | filecheck %s
// RUN: mlir-opt %s --convert-arith-to-llvm | filecheck %s
// REQUIRES: mlir-opt

// Buffers of both types have the same type in LLVM, so no operation is needed.
// CHECK-LABEL: @f
// CHECK-NOT: bitcast
// CHECK: return
func.func @f(%a: memref<4xf32>) -> memref<4xi32> {
  %0 = arith.bitcast %a : memref<4xf32> to memref<4xi32>
  return %0 : memref<4xi32>
}

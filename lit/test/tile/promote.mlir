// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-promote)' | filecheck %s

module attributes {tile.semantics = #tile.semantics<triton>} {

// CHECK-LABEL: @kind
tile.kernel @kind(%i: i32, %f: bf16, %p: !tile.ptr<bf16>) {
  // CHECK: %[[C:.*]] = tile.cast %arg0 : i32 -> bf16
  // CHECK: tile.add %[[C]], %arg1 : bf16, bf16 -> bf16
  %0 = tile.add %i, %f : i32, bf16 -> bf16
  tile.store %p, %0 : !tile.ptr<bf16>, bf16
  tile.return
}

// Each operand is converted separately: the small tensor is converted before it is broadcast.
// CHECK-LABEL: @supremum
tile.kernel @supremum(%a: !tile.array<?x?xf16>, %b: !tile.array<?xbf16>, %c: !tile.array<?x?xf32>) {
  %i = tile.program_id 0
  %0 = tile.load_view %a[%i, %i] : !tile.array<?x?xf16> -> tensor<4x8xf16>
  %1 = tile.load_view %b[%i] : !tile.array<?xbf16> -> tensor<8xbf16>
  // CHECK-DAG: %[[A:.*]] = tile.cast %{{.*}} : tensor<4x8xf16> -> tensor<4x8xf32>
  // CHECK-DAG: %[[B:.*]] = tile.cast %{{.*}} : tensor<8xbf16> -> tensor<8xf32>
  // CHECK: tile.mul %[[A]], %[[B]] : tensor<4x8xf32>, tensor<8xf32> -> tensor<4x8xf32>
  %2 = tile.mul %0, %1 : tensor<4x8xf16>, tensor<8xbf16> -> tensor<4x8xf32>
  tile.store_view %2, %c[%i, %i] : tensor<4x8xf32>, !tile.array<?x?xf32>
  tile.return
}

// CHECK-LABEL: @memory
tile.kernel @memory(%p: !tile.ptr<f16>, %offset: ui32, %mask: i1) {
  // CHECK: %[[O:.*]] = tile.cast %arg1 : ui32 -> i64
  // CHECK: %[[P:.*]] = tile.addptr %arg0, %[[O]] : !tile.ptr<f16>, i64 -> !tile.ptr<f16>
  %q = tile.addptr %p, %offset : !tile.ptr<f16>, ui32 -> !tile.ptr<f16>
  %zero = tile.literal 0
  // CHECK: %[[Z:.*]] = tile.cast %{{.*}} : !tile.literal<int> -> f16
  // CHECK: tile.load %[[P]], %arg2, %[[Z]] : !tile.ptr<f16>, i1, f16
  %v = tile.load %q, %mask, %zero : !tile.ptr<f16>, i1, !tile.literal<int>
  %half = tile.literal 0.5
  // CHECK: tile.mul %{{.*}}, %{{.*}} : f16, f16 -> f16
  %w = tile.mul %v, %half : f16, !tile.literal<float> -> f16
  // CHECK: %[[W:.*]] = tile.cast %{{.*}} : f16 -> f32
  %one = tile.cast %w : f16 -> f32
  // CHECK: %[[N:.*]] = tile.cast %[[W]] : f32 -> f16
  // CHECK: tile.store %[[P]], %[[N]] : !tile.ptr<f16>, f16
  tile.store %q, %one : !tile.ptr<f16>, f32
  tile.return
}

}

// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-broadcast)' | filecheck %s

module attributes {tile.semantics = #tile.semantics<triton>} {

// CHECK-LABEL: @matrix_plus_row_plus_scalar
tile.kernel @matrix_plus_row_plus_scalar(%a: !tile.array<?x?xf32>, %b: !tile.array<?xf32>, %s: f32) {
  %i = tile.program_id 0
  // CHECK: %[[A:.*]] = tile.load_view %arg0
  %0 = tile.load_view %a[%i, %i] : !tile.array<?x?xf32> -> tensor<4x8xf32>
  // CHECK: %[[B:.*]] = tile.load_view %arg1
  %1 = tile.load_view %b[%i] : !tile.array<?xf32> -> tensor<8xf32>
  // CHECK: %[[E:.*]] = tile.broadcast %[[B]] : tensor<8xf32> -> tensor<4x8xf32>
  // CHECK: %[[S:.*]] = tile.add %[[A]], %[[E]] : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = tile.add %0, %1 : tensor<4x8xf32>, tensor<8xf32> -> tensor<4x8xf32>
  // CHECK: %[[X:.*]] = tile.splat %arg2 : f32 -> tensor<4x8xf32>
  // CHECK: tile.mul %[[X]], %[[S]] : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %3 = tile.mul %s, %2 : f32, tensor<4x8xf32> -> tensor<4x8xf32>
  tile.store_view %3, %a[%i, %i] : tensor<4x8xf32>, !tile.array<?x?xf32>
  tile.return
}

// CHECK-LABEL: @pointers
tile.kernel @pointers(%p: !tile.ptr<i32>, %value: i32, %mask: i1) {
  // CHECK: %[[I:.*]] = tile.iota
  %i = tile.iota : tensor<4xi32>
  // CHECK: %[[P:.*]] = tile.splat %arg0 : !tile.ptr<i32> -> tensor<4x!tile.ptr<i32>>
  // CHECK: %[[Q:.*]] = tile.addptr %[[P]], %[[I]]
  %q = tile.addptr %p, %i : !tile.ptr<i32>, tensor<4xi32> -> tensor<4x!tile.ptr<i32>>
  // CHECK-DAG: %[[V:.*]] = tile.splat %arg1 : i32 -> tensor<4xi32>
  // CHECK-DAG: %[[M:.*]] = tile.splat %arg2 : i1 -> tensor<4xi1>
  // CHECK: tile.store %[[Q]], %[[V]], %[[M]] : tensor<4x!tile.ptr<i32>>, tensor<4xi32>, tensor<4xi1>
  tile.store %q, %value, %mask : tensor<4x!tile.ptr<i32>>, i32, i1
  tile.return
}

}

// RUN: tile-opt %s --torch-decompose | filecheck %s --check-prefix=DECOMPOSE
// RUN: tile-opt %s --torch-decompose --torch-promote | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// DECOMPOSE-LABEL: func.func @softmax
// DECOMPOSE: torch.sub(%{{.*}}, %{{.*}}) : (tensor<?x8xf32>, tensor<?x1xf32>) -> tensor<?x8xf32>
// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf16>
func.func @softmax(%x: tensor<?x8xf16>) -> tensor<?x8xf16> {
  // CHECK-NEXT: %[[W:.*]] = prim.convert_element_type %[[X]] : tensor<?x8xf16> -> tensor<?x8xf32>
  // CHECK-NEXT: %[[M:.*]] = prim.amax %[[W]] dims [1] : tensor<?x8xf32> -> tensor<?xf32>
  // CHECK-NEXT: %[[K:.*]] = prim.expand_dims %[[M]] dims [1]
  // CHECK-NEXT: %[[N:.*]] = prim.size %[[W]] dim 0
  // CHECK-NEXT: %[[B:.*]] = prim.broadcast_in_dim %[[K]] dims [0, 1] sizes(%[[N]])
  // CHECK-NEXT: %[[D:.*]] = prim.sub %[[W]], %[[B]]
  // CHECK-NEXT: %[[E:.*]] = prim.exp %[[D]]
  // CHECK: prim.sum %[[E]] dims [1]
  // CHECK: %[[Q:.*]] = prim.div %[[E]], %{{.*}}
  // CHECK-NEXT: %[[R:.*]] = prim.convert_element_type %[[Q]] : tensor<?x8xf32> -> tensor<?x8xf16>
  // CHECK-NEXT: return %[[R]]
  %0 = torch.aten.softmax.int(%x, dim = -1) : (tensor<?x8xf16>) -> tensor<?x8xf16>
  return %0 : tensor<?x8xf16>
}

// Numbers do not widen the type, and a tensor without dimensions does not widen the type of a tensor with dimensions.
// CHECK-LABEL: func.func @add
func.func @add(%x: tensor<4xf16>, %y: tensor<f64>) -> tensor<4xf16> {
  // CHECK: %[[A:.*]] = prim.convert_element_type %arg0 : tensor<4xf16> -> tensor<4xf32>
  // CHECK: %[[B:.*]] = prim.broadcast_in_dim %{{.*}} dims [] : tensor<f32> -> tensor<4xf32>
  // CHECK: %[[S:.*]] = prim.add %[[A]], %[[B]] : tensor<4xf32>
  // CHECK: prim.convert_element_type %[[S]] : tensor<4xf32> -> tensor<4xf16>
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<4xf16>, tensor<f64>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-gradient{function=loss arguments=1,0})' | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-gradient{function=half cotangents name=back})' | filecheck %s --check-prefix=HALF
// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-gradient{function=kept},torch-decompose{strict},torch-promote)' | filecheck %s --check-prefix=KEPT
// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-gradient{function=cube name=first},torch-gradient{function=first loss=1 name=second})' | filecheck %s --check-prefix=SECOND
// RUN: tile-opt %s --pass-pipeline='builtin.module(torch-tangent{function=loss arguments=0})' | filecheck %s --check-prefix=TANGENT

// Gradients are in the order of the option. The gradient of a broadcast is a sum.
// CHECK-LABEL: func.func @loss_gradient(
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>, %[[W:.*]]: tensor<3xf32>) -> (tensor<f32>, tensor<3xf32>, tensor<4x3xf32>)
// CHECK: %[[B:.*]] = prim.broadcast_in_dim %[[W]]
// CHECK: %[[L:.*]] = prim.sum %{{.*}} dims [0, 1]
// CHECK: %[[ONE:.*]] = prim.fill %[[L]], 1.0
// CHECK: %[[G:.*]] = prim.broadcast_in_dim %{{.*}} : tensor<1x1xf32> -> tensor<4x3xf32>
// CHECK: %[[K:.*]] = torch.where(%{{.*}}, %[[G]], 0)
// CHECK: %[[DX:.*]] = torch.mul(%[[K]], %[[B]])
// CHECK: %[[P:.*]] = torch.mul(%[[K]], %[[X]])
// CHECK: %[[DW:.*]] = prim.sum %[[P]] dims [0]
// CHECK: return %[[L]], %[[DW]], %[[DX]]

// The cotangent is an additional argument. The other argument does not change.
// TANGENT-LABEL: func.func @loss_tangent(
// TANGENT-SAME: %[[X:.*]]: tensor<4x3xf32>, %[[W:.*]]: tensor<3xf32>, %[[T:.*]]: tensor<4x3xf32>) -> (tensor<f32>, tensor<f32>)
// TANGENT: %[[L:.*]] = prim.sum
// TANGENT: %[[M:.*]] = torch.mul(%[[T]], %{{.*}})
// TANGENT: %[[K:.*]] = torch.where(%{{.*}}, %[[M]], 0)
// TANGENT: %[[D:.*]] = prim.sum %[[K]] dims [0, 1]
// TANGENT: return %[[L]], %[[D]]
func.func @loss(%x: tensor<4x3xf32>, %w: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.mul.Tensor(%x, %w) : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  %1 = torch.aten.clamp(%0, min = 0.0) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = torch.aten.sum(%1) : (tensor<4x3xf32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// Gradients have the types of their arguments. Integers have none.
// HALF-LABEL: func.func @back(
// HALF-SAME: %{{.*}}: tensor<?x4xf16>, %{{.*}}: tensor<?xi64>, %[[G:.*]]: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?xi64>, tensor<?x4xf16>)
// HALF: %[[D:.*]] = torch.mul(%[[G]], %{{.*}}) : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
// HALF: prim.convert_element_type %[[D]] : tensor<?x4xf32> -> tensor<?x4xf16>
func.func @half(%x: tensor<?x4xf16>, %i: tensor<?xi64>) -> (tensor<?x4xf32>, tensor<?xi64>) {
  %0 = prim.convert_element_type %x : tensor<?x4xf16> -> tensor<?x4xf32>
  %1 = prim.exp %0 : tensor<?x4xf32>
  return %1, %i : tensor<?x4xf32>, tensor<?xi64>
}

// Of the call of @layer, only the result is kept: the cosine is computed again. The call of @plain is inlined.
// KEPT-LABEL: func.func @kept_gradient(
// KEPT-SAME: %[[X:.*]]: tensor<4xf32>
// KEPT: %[[P:.*]] = prim.tanh %[[X]]
// KEPT: %[[Y:.*]] = call @layer(%[[P]]) {torch.checkpoint}
// KEPT: prim.sum %[[Y]]
// KEPT: %[[C:.*]] = prim.cos %[[P]]
// KEPT: prim.sin %[[C]]
// KEPT: return
func.func @layer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = prim.cos %x : tensor<4xf32>
  %1 = prim.cos %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = prim.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @kept(%x: tensor<4xf32>) -> tensor<f32> {
  %0 = call @plain(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @layer(%0) {torch.checkpoint} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = prim.sum %1 dims [0] : tensor<4xf32> -> tensor<f32>
  return %2 : tensor<f32>
}

// A gradient can have a gradient.
// SECOND-LABEL: func.func @first(
// SECOND-LABEL: func.func @second(%{{.*}}: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>)
func.func @cube(%x: tensor<f32>) -> tensor<f32> {
  %0 = prim.mul %x, %x : tensor<f32>
  %1 = prim.mul %0, %x : tensor<f32>
  return %1 : tensor<f32>
}

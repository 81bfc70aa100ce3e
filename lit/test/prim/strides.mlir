// RUN: tile-opt %s --tensor-strides | filecheck %s
// RUN: tile-opt %s --torch-promote --tensor-strides | filecheck %s --check-prefix=PROMOTED

// A minimum of a maximum has other strides than a clamp of the same three tensors.

// CHECK-LABEL: func.func @clamp(
// CHECK-NEXT: torch.maximum
// CHECK-SAME: {prim.strides = [array<i64: 4, 2, 1>]}
// CHECK-NEXT: torch.minimum
// CHECK-SAME: {prim.strides = [array<i64: 4, 2, 1>]}
// CHECK-NEXT: torch.aten.clamp.Tensor
// CHECK-SAME: {prim.strides = [array<i64: 4, 1, 2>]}
// PROMOTED-LABEL: func.func @clamp(
// PROMOTED: prim.broadcast_in_dim
// PROMOTED-SAME: {prim.strides = [array<i64: 2, 0, 1>]}
// PROMOTED: prim.broadcast_in_dim
// PROMOTED-SAME: {prim.strides = [array<i64: 0, 1, 0>]}
// PROMOTED: prim.maximum
// PROMOTED-SAME: {prim.strides = [array<i64: 4, 2, 1>]}
// PROMOTED: prim.minimum
// PROMOTED-SAME: {prim.strides = [array<i64: 4, 2, 1>]}
func.func @clamp(%a: tensor<2x1x2xf32>, %b: tensor<1x2x1xf32>, %c: tensor<2x2x2xf32> {prim.strides = array<i64: 2, 1, 4>}) -> (tensor<2x2x2xf32>, tensor<2x2x2xf32>) {
  %0 = torch.maximum(%a, %b) : (tensor<2x1x2xf32>, tensor<1x2x1xf32>) -> tensor<2x2x2xf32>
  %1 = torch.minimum(%0, %c) : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %2 = torch.aten.clamp.Tensor(%a, min = %b, max = %c) : (tensor<2x1x2xf32>, tensor<1x2x1xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %1, %2 : tensor<2x2x2xf32>, tensor<2x2x2xf32>
}

// CHECK-LABEL: func.func @reshape(
// CHECK-NEXT: prim.exp
// CHECK-SAME: {prim.strides = [array<i64: 1, 3>]}
// CHECK-NEXT: prim.reshape
// CHECK-SAME: {prim.strides = [array<i64: 1>], prim.view = false}
// CHECK-NEXT: prim.transpose
// CHECK-SAME: {prim.strides = [array<i64: 3, 1>]}
// CHECK-NEXT: prim.reshape
// CHECK-SAME: {prim.strides = [array<i64: 1>], prim.view = true}
// CHECK-NEXT: prim.sum
// CHECK-SAME: {prim.strides = [array<i64: 1>]}
func.func @reshape(%x: tensor<3x4xf32> {prim.strides = array<i64: 1, 3>}) -> (tensor<12xf32>, tensor<12xf32>, tensor<3xf32>) {
  %0 = prim.exp %x : tensor<3x4xf32>
  %1 = prim.reshape %0 : tensor<3x4xf32> -> tensor<12xf32>
  %2 = prim.transpose %0 perm [1, 0] : tensor<3x4xf32> -> tensor<4x3xf32>
  %3 = prim.reshape %2 : tensor<4x3xf32> -> tensor<12xf32>
  %4 = prim.sum %0 dims [1] : tensor<3x4xf32> -> tensor<3xf32>
  return %1, %3, %4 : tensor<12xf32>, tensor<12xf32>, tensor<3xf32>
}

// A new dimension of size one has the stride that would reach behind the next one, and one that is repeated has none.

// CHECK-LABEL: func.func @inserted(
// CHECK-NEXT: prim.expand_dims
// CHECK-SAME: {prim.strides = [array<i64: 1, 12, 3, 1>]}
// CHECK-NEXT: prim.broadcast_in_dim
// CHECK-SAME: {prim.strides = [array<i64: 3, 0, 1, 12, 3>]}
func.func @inserted(%x: tensor<3x4xf32> {prim.strides = array<i64: 1, 3>}) -> tensor<1x2x3x1x4xf32> {
  %0 = prim.expand_dims %x dims [1, 3] : tensor<3x4xf32> -> tensor<3x1x4x1xf32>
  %1 = prim.broadcast_in_dim %x dims [2, 4] : tensor<3x4xf32> -> tensor<1x2x3x1x4xf32>
  return %1 : tensor<1x2x3x1x4xf32>
}

// Nothing is known of unknown sizes.

// CHECK-LABEL: func.func @unknown(
// CHECK-NEXT: prim.exp %arg0 : tensor<?x4xf32>
func.func @unknown(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = prim.exp %x : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// RUN: tile-opt %s --torch-decompose --torch-promote --cse --trivial-dce --tensor-fuse="target=gpu remarks" 2> %t | filecheck %s
// RUN: filecheck %s --check-prefix=WHY --input-file=%t

// Elementwise operations on a product's result are in its kernel, even after a reshape.
// CHECK-LABEL: func.func @feedforward(
// CHECK: %[[H:.*]] = call @feedforward_0(
// CHECK: %[[F:.*]] = prim.reshape %[[H]]
// CHECK: call @feedforward_1(%[[F]],
// CHECK: func.func private @feedforward_0({{.*}} attributes {prim.region = "product"}
// CHECK: prim.dot
// CHECK: prim.reshape
// CHECK: prim.tanh
// CHECK: func.func private @feedforward_1({{.*}} attributes {prim.region = "product"}
// CHECK: prim.dot
// CHECK: prim.reshape
// CHECK: prim.add %arg2, %{{.*}} : tensor<2x16x32xf32>
// WHY: ends a region of {{.*}} operations on [2, 16, 128], product: it moves {{.*}}, separate kernels would
func.func @feedforward(%x: tensor<2x16x32xf32>, %w: tensor<128x32xf32>, %b: tensor<128xf32>, %v: tensor<32x128xf32>) -> tensor<2x16x32xf32> {
  %0 = torch.aten.linear(%x, %w, bias = %b) : (tensor<2x16x32xf32>, tensor<128x32xf32>, tensor<128xf32>) -> tensor<2x16x128xf32>
  %1 = torch.aten.gelu(%0, approximate = "tanh") : (tensor<2x16x128xf32>) -> tensor<2x16x128xf32>
  %2 = torch.aten.linear(%1, %v) : (tensor<2x16x128xf32>, tensor<32x128xf32>) -> tensor<2x16x32xf32>
  %3 = torch.aten.add.Tensor(%x, %2) : (tensor<2x16x32xf32>, tensor<2x16x32xf32>) -> tensor<2x16x32xf32>
  return %3 : tensor<2x16x32xf32>
}

// The sum must be in memory in any case, so the product's kernel computes it. The softmax reads it once.
// CHECK-LABEL: func.func @residual(
// CHECK: %[[S:.*]] = call @residual_0(%arg0, %arg1, %arg2)
// CHECK: call @residual_1(%[[S]])
// CHECK: func.func private @residual_0({{.*}} attributes {prim.region = "product"}
// CHECK: prim.add
// CHECK: func.func private @residual_1({{.*}} attributes {prim.region = "rows"}
func.func @residual(%x: tensor<16x32xf32>, %w: tensor<64x32xf32>, %r: tensor<16x64xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %0 = prim.dot "mk,nk->mn" %x, %w : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
  %1 = prim.add %0, %r : tensor<16x64xf32>
  %2 = torch.aten.softmax.int(%1, dim = 1) : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %1, %2 : tensor<16x64xf32>, tensor<16x64xf32>
}

// Fusion gains nothing if only a softmax uses the scaled product, or if two kernels use it.
// CHECK-LABEL: func.func @scores(
// CHECK: %[[P:.*]] = prim.dot
// CHECK: call @scores_0(%[[P]],
// WHY: 'prim.mul' op is not in the region of prim.dot: not fused: no result can be computed from the product element by element
func.func @scores(%x: tensor<16x32xf32>, %w: tensor<64x32xf32>, %s: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %0 = prim.dot "mk,nk->mn" %x, %w : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
  %1 = prim.mul %0, %s : tensor<16x64xf32>
  %2 = torch.aten.softmax.int(%1, dim = 1) : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %2 : tensor<16x64xf32>
}

// CHECK-LABEL: func.func @twice(
// CHECK: %[[P:.*]] = prim.dot
// CHECK: prim.exp %[[P]]
// CHECK: return
// WHY: 'prim.exp' op is not in the region of prim.dot: not fused: its result is needed in several places
func.func @twice(%x: tensor<16x32xf32>, %w: tensor<64x32xf32>) -> (tensor<16x64xf32>, tensor<16x64xf32>) {
  %0 = prim.dot "mk,nk->mn" %x, %w : (tensor<16x32xf32>, tensor<64x32xf32>) -> tensor<16x64xf32>
  %1 = prim.exp %0 : tensor<16x64xf32>
  return %0, %1 : tensor<16x64xf32>, tensor<16x64xf32>
}

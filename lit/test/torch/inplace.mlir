// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)' | filecheck %s

// Uses after an in-place operation get its result. Uses before it do not change.
// CHECK-LABEL: func.func @relu_
func.func @relu_(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[E:.*]] = prim.exp %arg0
  // CHECK: %[[W:.*]] = prim.where
  // CHECK-NEXT: %[[R:.*]] = prim.copy_to %arg0, %[[W]]
  // CHECK-NEXT: %[[N:.*]] = prim.neg %[[R]]
  // CHECK-NEXT: return %[[E]], %[[N]]
  %0 = torch.aten.exp(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = torch.aten.relu_(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = torch.aten.neg(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// In-place operations may narrow a type within its category.
// CHECK-LABEL: func.func @narrows
func.func @narrows(%x: tensor<4xf16>, %y: tensor<4xf64>) -> tensor<4xf16> {
  // CHECK: prim.copy_to %arg0, %{{.*}} : tensor<4xf16>, tensor<4xf64>
  %0 = torch.aten.add_.Tensor(%x, %y) : (tensor<4xf16>, tensor<4xf64>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

func.func @casts(%x: tensor<4xi64>) -> tensor<4xi64> {
  // expected-error @+1 {{result type 'f32' can't be cast to the desired output type 'i64'}}
  %0 = torch.aten.add_.Scalar(%x, other = 1.5) : (tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

func.func @shapes(%x: tensor<4xf32>, %y: tensor<3x4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{output with shape [4] doesn't match the broadcast shape [3, 4]}}
  %0 = torch.aten.add_.Tensor(%x, %y) : (tensor<4xf32>, tensor<3x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shared(%x: tensor<4x2xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten.t(%x) : (tensor<4x2xf32>) -> tensor<2x4xf32>
  // expected-error @+1 {{changes a tensor that shares its elements with another one}}
  %1 = torch.aten.relu_(%x) : (tensor<4x2xf32>) -> tensor<4x2xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @out
func.func @out(%x: tensor<4xf16>, %y: tensor<4xf32>, %out: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: %[[S:.*]] = prim.add
  // CHECK-NEXT: %[[R:.*]] = prim.copy_to %arg2, %[[S]] : tensor<4xf16>, tensor<4xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = torch.aten.add.out(%x, %y, %out) : (tensor<4xf16>, tensor<4xf32>, tensor<4xf16>) -> tensor<4xf16>
  return %0 : tensor<4xf16>
}

// -----

// CHECK-LABEL: func.func @resized
func.func @resized(%x: tensor<3xf32>, %out: tensor<2xf32>, %none: tensor<0xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  // CHECK: prim.resize %arg1 : tensor<2xf32> -> tensor<3xf32>
  // expected-warning @+1 {{An output with one or more elements was resized since it had shape [2], which does not match the required output shape [3]}}
  %0 = torch.aten.exp.out(%x, %out) : (tensor<3xf32>, tensor<2xf32>) -> tensor<3xf32>
  // CHECK: prim.resize %arg2 : tensor<0xf32> -> tensor<3xf32>
  %1 = torch.aten.exp.out(%x, %none) : (tensor<3xf32>, tensor<0xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}

// -----

func.func @out_dtype(%x: tensor<3xf32>, %out: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error @+1 {{result type 'f32' can't be cast to the desired output type 'i64'}}
  %0 = torch.aten.exp.out(%x, %out) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

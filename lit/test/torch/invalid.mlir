// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(torch-decompose{strict},torch-promote)'

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{no reference for torch.operator}}
  %0 = torch.operator "aten.secret"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @dim(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{dimension 1 is out of range: expected one from -1 to 0}}
  %0 = torch.aten.softmax.int(%x, dim = 1) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @shapes(%x: tensor<4xf32>, %y: tensor<3xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{torch.add: shapes do not match: sizes 4 and 3 of dimension 0}}
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @result(%x: tensor<4xf16>, %y: tensor<f64>) -> tensor<4xf64> {
  // expected-error @+1 {{result #0: wrong result: the operator gives 'tensor<4xf16>', not 'tensor<4xf64>'}}
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<4xf16>, tensor<f64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

func.func @dtypes(%x: tensor<4xui16>, %y: tensor<4xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{no common type of 'ui16' and 'i32' in torch semantics; convert one of them}}
  %0 = torch.aten.add.Tensor(%x, %y) : (tensor<4xui16>, tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @arguments(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+2 {{syntax: torch.aten.softmax.int}}
  // expected-error @+1 {{softmax.int has no parameter axis; it has self, dim, dtype}}
  %0 = torch.aten.softmax.int(%x, axis = 1) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @integer(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-note @+2 {{syntax: torch.aten.sum.dim_IntList}}
  // expected-error @+1 {{dim is a list of integers: expected '[', as in [2, 3] or [2]}}
  %0 = torch.aten.sum.dim_IntList(%x, dim = 0) : (tensor<4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @one(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note @+2 {{syntax: torch.aten.cat}}
  // expected-error @+1 {{tensors is a list of tensors: expected '[', as in [%0, %1]}}
  %0 = torch.aten.cat(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @shapes(%x: tensor<4xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{all of {x, y} have same type}}
  %0 = "prim.add"(%x, %y) : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @dtype(%x: tensor<4xi32>) {
  // expected-error @+1 {{wrong element type: elements must be float or complex, but are 'i32'; use prim.convert_element_type}}
  %0 = "prim.exp"(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

func.func @result(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{result #0 has type 'tensor<8xf32>', but the operands require 'tensor<4xf32>'}}
  %0 = prim.sum %x dims [1] : tensor<4x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @dims(%x: tensor<4x8xf32>) {
  // expected-error @+1 {{dims names dimension 1 twice}}
  %0 = prim.sum %x dims [1, 1] : tensor<4x8xf32> -> tensor<4xf32>
  return
}

// -----

func.func @bounds(%x: tensor<4xf32>) {
  // expected-error @+1 {{elements 1 to 5, step 1, are not in dimension 0 of size [4]}}
  %0 = prim.slice %x starts [1] limits [5] strides [1] : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @empty(%x: tensor<0x8xf32>) {
  // expected-error @+1 {{no elements: dimension 0 is empty}}
  %0 = prim.amax %x dims [0] : tensor<0x8xf32> -> tensor<8xf32>
  return
}

// -----

func.func @repeat(%x: tensor<2xf32>) {
  // expected-error @+1 {{dimension 0 of size 2 cannot be broadcast to size 4: only size 1 is repeated}}
  %0 = prim.broadcast_in_dim %x dims [0] : tensor<2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @letters(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{letter k of "mk,kn->mn" has sizes 3 and 2}}
  %0 = prim.dot "mk,kn->mn" %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

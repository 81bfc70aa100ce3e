// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @f(%i: tensor<4xi32>) {
  // expected-error @below {{the table must be a tensor of one dimension that is not empty, but got dense<0> : tensor<2x2xi32>}}
  %0 = tile.lookup %i in dense<0> : tensor<2x2xi32> : tensor<4xi32> -> tensor<4xi32>
  return
}

// -----

func.func @f(%i: tensor<4xi32>) {
  // expected-error @below {{the table must have integers of 8 to 64 bits, but it has 'f32'}}
  %0 = tile.lookup %i in dense<[1.0, 2.0]> : tensor<2xf32> : tensor<4xi32> -> tensor<4xf32>
  return
}

// -----

func.func @f(%i: tensor<4xi8>) {
  // expected-error @below {{indices must be i32 or i64, but got 'tensor<4xi8>'}}
  %0 = tile.lookup %i in dense<[1, 2]> : tensor<2xi32> : tensor<4xi8> -> tensor<4xi32>
  return
}

// -----

func.func @f(%i: tensor<4xi32>) {
  // expected-error @below {{the result must be of type 'tensor<4xi64>', but got 'tensor<4xi32>'}}
  %0 = tile.lookup %i in dense<[1, 2]> : tensor<2xi64> : tensor<4xi32> -> tensor<4xi32>
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Elementwise operations have operands and results with the same shape and the same kind of container.

// A vector operand needs a vector result.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "arith.cmpi"(%v, %v) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// -----

// A vector result needs a vector operand.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%s, %s) : (i32, i32) -> vector<4xi32>
  return
}

// -----

// A vector result of a cast needs a vector operand.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = "arith.extsi"(%s) : (i32) -> vector<4xi64>
  return
}

// -----

// A tensor result of a vector operand.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %0 = "arith.extsi"(%w) : (vector<4xi8>) -> tensor<4xi32>
  return
}

// -----

// Vectors of different shape.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = "arith.extsi"(%w) : (vector<4xi8>) -> vector<8xi32>
  return
}

// -----

// A vector condition and tensors.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.select' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.select"(%c, %t, %t) : (vector<4xi1>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return
}

// -----

// A carry that is a scalar.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar}}
  %0:2 = "arith.addui_extended"(%v, %v) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, i1)
  return
}

// -----

// A vector test of a scalar.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%x) : (f32) -> vector<4xi1>
  return
}

// -----

// A scalar test of a vector.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%x) : (vector<4xf32>) -> i1
  return
}

// -----

// Two ranks.
func.func @f(%x: tensor<4xf32>, %y: tensor<4x1xf32>) {
  // expected-error@+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%x, %y) : (tensor<4xf32>, tensor<4x1xf32>) -> tensor<4xf32>
  return
}

// -----

// Two static dimensions.
func.func @f(%x: tensor<4x?xf32>, %y: tensor<8x?xf32>) {
  // expected-error@+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%x, %y) : (tensor<4x?xf32>, tensor<8x?xf32>) -> tensor<4x?xf32>
  return
}

// -----

// A tensor and a scalar.
func.func @f(%v: vector<4xi32>, %w: vector<4xi8>, %s: i32, %t: tensor<4xi32>, %c: vector<4xi1>) {
  // expected-error@+1 {{'arith.addi' op requires the same type for all operands and results}}
  %0 = "arith.addi"(%t, %s) : (tensor<4xi32>, i32) -> tensor<4xi32>
  return
}

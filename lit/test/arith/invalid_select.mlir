// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What arith.select rejects.

// The condition is an i1.
func.func @f(%c: i32) {
  // expected-error@+1 {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
  %0 = "arith.select"(%c, %c, %c) : (i32, i32, i32) -> i32
  return
}

// -----

// The condition is no float.
func.func @f(%c: f32) {
  // expected-error@+1 {{'arith.select' op operand #0 must be bool-like, but got 'f32'}}
  %0 = "arith.select"(%c, %c, %c) : (f32, f32, f32) -> f32
  return
}

// -----

// Both values have one type.
func.func @f(%c: i1, %x: i32, %y: i64) {
  // expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %x, %y) : (i1, i32, i64) -> i32
  return
}

// -----

// The result has the type of the values.
func.func @f(%c: i1, %x: i32) {
  // expected-error@+1 {{'arith.select' op failed to verify that all of {true_value, false_value, result} have same type}}
  %0 = "arith.select"(%c, %x, %x) : (i1, i32, i32) -> i64
  return
}

// -----

// A vector condition has the shape of the values.
func.func @f(%c: vector<8xi1>, %x: vector<4xi32>) {
  // expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %x, %x : vector<8xi1>, vector<4xi32>
  return
}

// -----

// A tensor condition has the shape of the values.
func.func @f(%c: tensor<?xi1>, %x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.select' op failed to verify that condition is signless i1 or has matching shape}}
  %0 = arith.select %c, %x, %x : tensor<?xi1>, tensor<4xi32>
  return
}

// -----

// A vector condition selects no tensors.
func.func @f(%c: vector<4xi1>, %x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.select' op all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.select %c, %x, %x : vector<4xi1>, tensor<4xi32>
  return
}

// -----

// A condition of another dialect.
func.func @f(%c: !u.c, %x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.select' op operand #0 must be bool-like, but got '!u.c'}}
  %0 = arith.select %c, %x, %x : !u.c, tensor<4xi32>
  return
}

// -----

// arith.select has three operands.
func.func @f(%c: i1) {
  // expected-error@+1 {{'arith.select' op expected 3 operands, but found 2}}
  %0 = "arith.select"(%c, %c) : (i1, i1) -> i1
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What arith.addui_extended, arith.mulsi_extended and arith.mului_extended reject.

// The overflow of arith.addui_extended is an i1.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i32'}}
  %0:2 = arith.addui_extended %x, %x : i32, i32
  return
}

// -----

// The overflow has the shape of the sum.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar}}
  %0:2 = arith.addui_extended %x, %x : vector<4xi32>, i1
  return
}

// -----

// The overflow has the shape of the sum, also among vectors.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.addui_extended' op all non-scalar operands/results must have the same shape and base type}}
  %0:2 = arith.addui_extended %x, %x : vector<4xi32>, vector<8xi1>
  return
}

// -----

// arith.addui_extended of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.addui_extended' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0:2 = arith.addui_extended %x, %x : f32, i1
  return
}

// -----

// The sum has the type of the operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addui_extended' op failed to verify that all of {lhs, rhs, sum} have same type}}
  %0:2 = "arith.addui_extended"(%x, %x) : (i32, i32) -> (i64, i1)
  return
}

// -----

// arith.addui_extended has two results.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addui_extended' op expected 2 results}}
  %0 = "arith.addui_extended"(%x, %x) : (i32, i32) -> i32
  return
}

// -----

// arith.mulsi_extended of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.mulsi_extended' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0:2 = arith.mulsi_extended %x, %x : f32
  return
}

// -----

// arith.mului_extended of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.mului_extended' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0:2 = arith.mului_extended %x, %x : f32
  return
}

// -----

// Both halves of arith.mulsi_extended have the type of the operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.mulsi_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mulsi_extended"(%x, %x) : (i32, i32) -> (i32, i64)
  return
}

// -----

// Both operands of arith.mului_extended have one type.
func.func @f(%x: i32, %y: i16) {
  // expected-error@+1 {{'arith.mului_extended' op failed to verify that all of {lhs, rhs, low, high} have same type}}
  %0:2 = "arith.mului_extended"(%x, %y) : (i32, i16) -> (i32, i32)
  return
}

// -----

// arith.mulsi_extended has two results.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.mulsi_extended' op expected 2 results}}
  %0 = "arith.mulsi_extended"(%x, %x) : (i32, i32) -> i32
  return
}

// -----

// Binding a pack of the wrong size.
func.func @f(%x: i32) {
  // expected-error@+1 {{operation defines 2 results but was provided 3 to bind}}
  %0:3 = arith.mului_extended %x, %x : i32
  return
}

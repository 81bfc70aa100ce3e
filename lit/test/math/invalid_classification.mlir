// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the classifying operations of math reject, and what the dialect does not know.

// math.isfinite takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'math.isfinite' 'operand' must be floating-point-like, but got 'i32'}}
  %0 = math.isfinite %x : i32
  return
}

// -----

// math.isinf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'math.isinf' 'operand' must be floating-point-like, but got 'i32'}}
  %0 = math.isinf %x : i32
  return
}

// -----

// math.isnan takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'math.isnan' 'operand' must be floating-point-like, but got 'i32'}}
  %0 = math.isnan %x : i32
  return
}

// -----

// math.isnormal takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'math.isnormal' 'operand' must be floating-point-like, but got 'i32'}}
  %0 = math.isnormal %x : i32
  return
}

// -----

// math.isfinite gives an i1.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.isfinite' op result #0 must be bool-like, but got 'i32'}}
  %0 = "math.isfinite"(%x) : (f32) -> i32
  return
}

// -----

// math.isinf gives an i1.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.isinf' op result #0 must be bool-like, but got 'i32'}}
  %0 = "math.isinf"(%x) : (f32) -> i32
  return
}

// -----

// math.isnan gives an i1.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.isnan' op result #0 must be bool-like, but got 'i32'}}
  %0 = "math.isnan"(%x) : (f32) -> i32
  return
}

// -----

// math.isnormal gives an i1.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.isnormal' op result #0 must be bool-like, but got 'i32'}}
  %0 = "math.isnormal"(%x) : (f32) -> i32
  return
}

// -----

// math.isnan of a vector gives a vector.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%x) : (vector<4xf32>) -> i1
  return
}

// -----

// math.isnan keeps the shape.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'math.isnan' op failed to verify that result type has i1 element type and same shape as operands}}
  %0 = "math.isnan"(%x) : (vector<4xf32>) -> vector<2xi1>
  return
}

// -----

// math.isnan has no clause for flags.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected ':'}}
  %0 = math.isnan %x fastmath<fast> : f32
  return
}

// -----

// There is no such operation.
func.func @f(%x: f32) {
  // expected-error@+1 {{custom op 'math.cosine' is unknown}}
  %0 = math.cosine %x : f32
  return
}

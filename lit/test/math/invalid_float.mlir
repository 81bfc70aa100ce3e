// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the binary and ternary floating-point operations of math reject.

// math.atan2 takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.atan2' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.atan2 %x, %x : i32
  return
}

// -----

// math.copysign takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.copysign' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.copysign %x, %x : i32
  return
}

// -----

// math.powf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.powf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.powf %x, %x : i32
  return
}

// -----

// Operands of math.atan2 have one type.
func.func @f(%x: f32, %y: f64) {
  // expected-error@+1 {{'math.atan2' op requires the same type for all operands and results}}
  %0 = "math.atan2"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

// math.powf has two operands.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.powf' op expected 2 operands, but found 1}}
  %0 = "math.powf"(%x) : (f32) -> f32
  return
}

// -----

// math.fma takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.fma' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.fma %x, %x, %x : i32
  return
}

// -----

// Operands of math.fma have one type.
func.func @f(%x: f32, %y: f16) {
  // expected-error@+1 {{'math.fma' op requires the same type for all operands and results}}
  %0 = "math.fma"(%x, %x, %y) : (f32, f32, f16) -> f32
  return
}

// -----

// math.fma has three operands.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.fma' op expected 3 operands, but found 2}}
  %0 = "math.fma"(%x, %x) : (f32, f32) -> f32
  return
}

// -----

// math.fma has three operands in its custom form.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected ','}}
  %0 = math.fma %x, %x : f32
  return
}

// -----

// math.clampf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.clampf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.clampf %x to [%x, %x] : i32
  return
}

// -----

// math.clampf needs both bounds.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected ','}}
  %0 = math.clampf %x to [%x] : f32
  return
}

// -----

// math.clampf has its bounds in brackets.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected '['}}
  %0 = math.clampf %x to %x, %x : f32
  return
}

// -----

// Bounds of math.clampf have the type of the value.
func.func @f(%x: f32, %y: f64) {
  // expected-error@+1 {{'math.clampf' op requires the same type for all operands and results}}
  %0 = "math.clampf"(%x, %y, %y) : (f32, f64, f64) -> f32
  return
}

// -----

// math.sincos takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.sincos' op operand #0 must be floating-point-like, but got 'i32'}}
  %0:2 = math.sincos %x : i32
  return
}

// -----

// math.sincos has two results.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sincos' op expected 2 results}}
  %0 = "math.sincos"(%x) : (f32) -> f32
  return
}

// -----

// Both results of math.sincos have the type of the operand.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sincos' op failed to verify that all of {operand, sin, cos} have same type}}
  %0:2 = "math.sincos"(%x) : (f32) -> (f32, f64)
  return
}

// -----

// Both results of math.sincos have the shape of the operand.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'math.sincos' op failed to verify that all of {operand, sin, cos} have same type}}
  %0:2 = "math.sincos"(%x) : (vector<4xf32>) -> (vector<4xf32>, vector<2xf32>)
  return
}

// -----

// The base of math.fpowi is a float.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.fpowi' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.fpowi %x, %x : i32, i32
  return
}

// -----

// The exponent of math.fpowi is an integer.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.fpowi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = math.fpowi %x, %x : f32, f32
  return
}

// -----

// The exponent of math.fpowi is signless.
func.func @f(%x: f32, %y: si32) {
  // expected-error@+1 {{'math.fpowi' op operand #1 must be signless-integer-like, but got 'si32'}}
  %0 = math.fpowi %x, %y : f32, si32
  return
}

// -----

// Base and exponent of math.fpowi have one shape.
func.func @f(%x: vector<4xf32>, %y: vector<2xi32>) {
  // expected-error@+1 {{'math.fpowi' op requires the same shape for all operands and results}}
  %0 = math.fpowi %x, %y : vector<4xf32>, vector<2xi32>
  return
}

// -----

// A vector base needs a vector exponent.
func.func @f(%x: vector<4xf32>, %y: i32) {
  // expected-error@+1 {{'math.fpowi' op requires the same shape for all operands and results}}
  %0 = math.fpowi %x, %y : vector<4xf32>, i32
  return
}

// -----

// The result of math.fpowi has the type of the base.
func.func @f(%x: f32, %y: i32) {
  // expected-error@+1 {{'math.fpowi' op failed to verify that all of {lhs, result} have same type}}
  %0 = "math.fpowi"(%x, %y) : (f32, i32) -> f64
  return
}

// -----

// math.fpowi names both types.
func.func @f(%x: f32, %y: i32) {
  // expected-error@+1 {{expected ','}}
  %0 = math.fpowi %x, %y : f32
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the microscaling casts reject.

// arith.scaling_extf widens.
func.func @f(%x: f32, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op operand types 'f32', 'f8E8M0FNU' and result type 'f16' are cast incompatible}}
  %0 = arith.scaling_extf %x, %s : f32, f8E8M0FNU to f16
  return
}

// -----

// arith.scaling_extf to the same width.
func.func @f(%x: f16, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op operand types 'f16', 'f8E8M0FNU' and result type 'bf16' are cast incompatible}}
  %0 = arith.scaling_extf %x, %s : f16, f8E8M0FNU to bf16
  return
}

// -----

// arith.scaling_extf of integers.
func.func @f(%x: i8, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op operand #0 must be floating-point-like, but got 'i8'}}
  %0 = arith.scaling_extf %x, %s : i8, f8E8M0FNU to f32
  return
}

// -----

// arith.scaling_extf with an integer scale.
func.func @f(%x: f8E5M2, %s: i8) {
  // expected-error@+1 {{'arith.scaling_extf' op operand #1 must be floating-point-like, but got 'i8'}}
  %0 = arith.scaling_extf %x, %s : f8E5M2, i8 to f32
  return
}

// -----

// arith.scaling_extf to integers.
func.func @f(%x: f8E5M2, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_extf' op result #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.scaling_extf %x, %s : f8E5M2, f8E8M0FNU to i32
  return
}

// -----

// arith.scaling_extf changes no shape.
func.func @f(%x: vector<4xf8E5M2>, %s: vector<4xf8E8M0FNU>) {
  // expected-error@+1 {{'arith.scaling_extf' op operand types 'vector<4xf8E5M2>', 'vector<4xf8E8M0FNU>' and result type 'vector<8xf32>' are cast incompatible}}
  %0 = arith.scaling_extf %x, %s : vector<4xf8E5M2>, vector<4xf8E8M0FNU> to vector<8xf32>
  return
}

// -----

// The scales of arith.scaling_extf have its shape.
func.func @f(%x: vector<4xf8E5M2>, %s: vector<1xf8E8M0FNU>) {
  // expected-error@+1 {{'arith.scaling_extf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = arith.scaling_extf %x, %s : vector<4xf8E5M2>, vector<1xf8E8M0FNU> to vector<4xf32>
  return
}

// -----

// arith.scaling_extf changes no tensor dimension.
func.func @f(%x: tensor<4xf8E5M2>, %s: tensor<4xf8E8M0FNU>) {
  // expected-error@+1 {{'arith.scaling_extf' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.scaling_extf %x, %s : tensor<4xf8E5M2>, tensor<4xf8E8M0FNU> to tensor<?xf32>
  return
}

// -----

// arith.scaling_truncf narrows.
func.func @f(%x: f16, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand types 'f16', 'f8E8M0FNU' and result type 'f32' are cast incompatible}}
  %0 = arith.scaling_truncf %x, %s : f16, f8E8M0FNU to f32
  return
}

// -----

// arith.scaling_truncf to the same width.
func.func @f(%x: f16, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand types 'f16', 'f8E8M0FNU' and result type 'bf16' are cast incompatible}}
  %0 = arith.scaling_truncf %x, %s : f16, f8E8M0FNU to bf16
  return
}

// -----

// arith.scaling_truncf of integers.
func.func @f(%x: i32, %s: f8E8M0FNU) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.scaling_truncf %x, %s : i32, f8E8M0FNU to f8E5M2
  return
}

// -----

// arith.scaling_truncf with an integer scale.
func.func @f(%x: f32, %s: i8) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand #1 must be floating-point-like, but got 'i8'}}
  %0 = arith.scaling_truncf %x, %s : f32, i8 to f8E5M2
  return
}

// -----

// arith.scaling_truncf changes no shape.
func.func @f(%x: vector<4xf32>, %s: vector<4xf8E8M0FNU>) {
  // expected-error@+1 {{'arith.scaling_truncf' op operand types 'vector<4xf32>', 'vector<4xf8E8M0FNU>' and result type 'vector<2xf8E5M2>' are cast incompatible}}
  %0 = arith.scaling_truncf %x, %s : vector<4xf32>, vector<4xf8E8M0FNU> to vector<2xf8E5M2>
  return
}

// -----

// There is no such rounding mode of arith.scaling_truncf.
func.func @f(%x: f32, %s: f8E8M0FNU) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.scaling_truncf %x, %s sideways : f32, f8E8M0FNU to f8E5M2
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the unary floating-point operations of math reject.

// math.absf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.absf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.absf %x : i32
  return
}

// -----

// math.acos takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.acos' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.acos %x : i32
  return
}

// -----

// math.acosh takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.acosh' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.acosh %x : i32
  return
}

// -----

// math.asin takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.asin' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.asin %x : i32
  return
}

// -----

// math.asinh takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.asinh' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.asinh %x : i32
  return
}

// -----

// math.atan takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.atan' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.atan %x : i32
  return
}

// -----

// math.atanh takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.atanh' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.atanh %x : i32
  return
}

// -----

// math.cbrt takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.cbrt' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.cbrt %x : i32
  return
}

// -----

// math.ceil takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.ceil' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.ceil %x : i32
  return
}

// -----

// math.cos takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.cos' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.cos %x : i32
  return
}

// -----

// math.cosh takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.cosh' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.cosh %x : i32
  return
}

// -----

// math.erf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.erf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.erf %x : i32
  return
}

// -----

// math.erfc takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.erfc' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.erfc %x : i32
  return
}

// -----

// math.exp takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.exp' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.exp %x : i32
  return
}

// -----

// math.exp2 takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.exp2' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.exp2 %x : i32
  return
}

// -----

// math.expm1 takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.expm1' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.expm1 %x : i32
  return
}

// -----

// math.floor takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.floor' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.floor %x : i32
  return
}

// -----

// math.log takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.log' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.log %x : i32
  return
}

// -----

// math.log10 takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.log10' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.log10 %x : i32
  return
}

// -----

// math.log1p takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.log1p' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.log1p %x : i32
  return
}

// -----

// math.log2 takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.log2' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.log2 %x : i32
  return
}

// -----

// math.round takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.round' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.round %x : i32
  return
}

// -----

// math.roundeven takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.roundeven' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.roundeven %x : i32
  return
}

// -----

// math.rsqrt takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.rsqrt' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.rsqrt %x : i32
  return
}

// -----

// math.sin takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.sin' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.sin %x : i32
  return
}

// -----

// math.sinh takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.sinh' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.sinh %x : i32
  return
}

// -----

// math.sqrt takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.sqrt %x : i32
  return
}

// -----

// math.tan takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.tan' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.tan %x : i32
  return
}

// -----

// math.tanh takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.tanh' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.tanh %x : i32
  return
}

// -----

// math.trunc takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.trunc' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = math.trunc %x : i32
  return
}

// -----

// math.sqrt takes no index.
func.func @f(%x: index) {
  // expected-error@+1 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'index'}}
  %0 = math.sqrt %x : index
  return
}

// -----

// math.sqrt takes no memrefs.
func.func @f(%x: memref<f32>) {
  // expected-error@+1 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'memref<f32>'}}
  %0 = math.sqrt %x : memref<f32>
  return
}

// -----

// math.sqrt takes no complex numbers.
func.func @f(%x: complex<f32>) {
  // expected-error@+1 {{'math.sqrt' op operand #0 must be floating-point-like, but got 'complex<f32>'}}
  %0 = math.sqrt %x : complex<f32>
  return
}

// -----

// The result has the type of the operand.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sqrt' op requires the same type for all operands and results}}
  %0 = "math.sqrt"(%x) : (f32) -> f64
  return
}

// -----

// The result has the shape of the operand.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'math.sqrt' op requires the same type for all operands and results}}
  %0 = "math.sqrt"(%x) : (vector<4xf32>) -> vector<8xf32>
  return
}

// -----

// A scalar gives no vector.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sqrt' op requires the same type for all operands and results}}
  %0 = "math.sqrt"(%x) : (f32) -> vector<4xf32>
  return
}

// -----

// One operand.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sqrt' op requires a single operand}}
  %0 = "math.sqrt"(%x, %x) : (f32, f32) -> f32
  return
}

// -----

// No operand.
func.func @f() {
  // expected-error@+1 {{'math.sqrt' op requires a single operand}}
  %0 = "math.sqrt"() : () -> f32
  return
}

// -----

// One result.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sqrt' op requires one result}}
  %0:2 = "math.sqrt"(%x) : (f32) -> (f32, f32)
  return
}

// -----

// fastmath is a fastmath attribute.
func.func @f(%x: f32) {
  // expected-error@+1 {{invalid properties {fastmath = 1 : i32} for op math.sqrt: Invalid attribute `fastmath` in property conversion: 1 : i32}}
  %0 = "math.sqrt"(%x) <{fastmath = 1 : i32}> : (f32) -> f32
  return
}

// -----

// The type is needed.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected ':'}}
  %0 = math.sqrt %x
  return
}

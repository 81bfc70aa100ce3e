// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the floating-point operations reject.

// arith.addf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.addf %x, %x : i32
  return
}

// -----

// arith.subf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.subf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.subf %x, %x : i32
  return
}

// -----

// arith.mulf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.mulf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.mulf %x, %x : i32
  return
}

// -----

// arith.divf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.divf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.divf %x, %x : i32
  return
}

// -----

// arith.remf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.remf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.remf %x, %x : i32
  return
}

// -----

// arith.maximumf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.maximumf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.maximumf %x, %x : i32
  return
}

// -----

// arith.minimumf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.minimumf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.minimumf %x, %x : i32
  return
}

// -----

// arith.maxnumf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.maxnumf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.maxnumf %x, %x : i32
  return
}

// -----

// arith.minnumf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.minnumf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.minnumf %x, %x : i32
  return
}

// -----

// arith.negf takes no integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.negf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.negf %x : i32
  return
}

// -----

// arith.addf takes no index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'index'}}
  %0 = arith.addf %x, %x : index
  return
}

// -----

// arith.addf takes no complex numbers.
func.func @f(%x: complex<f32>) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'complex<f32>'}}
  %0 = arith.addf %x, %x : complex<f32>
  return
}

// -----

// arith.addf takes no memrefs.
func.func @f(%x: memref<4xf32>) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'memref<4xf32>'}}
  %0 = arith.addf %x, %x : memref<4xf32>
  return
}

// -----

// arith.addf takes no vectors of integers.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got 'vector<4xi8>'}}
  %0 = arith.addf %x, %x : vector<4xi8>
  return
}

// -----

// arith.addf takes no types of other dialects.
func.func @f(%x: !u.f) {
  // expected-error@+1 {{'arith.addf' op operand #0 must be floating-point-like, but got '!u.f'}}
  %0 = arith.addf %x, %x : !u.f
  return
}

// -----

// Operands of arith.addf of different types.
func.func @f(%x: f32, %y: f64) {
  // expected-error@+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

// A result of arith.addf of another type.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.addf' op requires the same type for all operands and results}}
  %0 = "arith.addf"(%x, %x) : (f32, f32) -> bf16
  return
}

// -----

// The result of arith.negf has the type of its operand.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.negf' op requires the same type for all operands and results}}
  %0 = "arith.negf"(%x) : (f32) -> f64
  return
}

// -----

// arith.negf has one operand.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.negf' op requires a single operand}}
  %0 = "arith.negf"(%x, %x) : (f32, f32) -> f32
  return
}

// -----

// arith.addf has two operands.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.addf' op expected 2 operands, but found 1}}
  %0 = "arith.addf"(%x) : (f32) -> f32
  return
}

// -----

// arith.addf has a result.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.addf' op requires one result}}
  "arith.addf"(%x, %x) : (f32, f32) -> ()
  return
}

// -----

// Fast-math flags stand in angle brackets.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected '<'}}
  %0 = arith.addf %x, %x fastmath fast : f32
  return
}

// -----

// fastmath is a fastmath attribute.
func.func @f(%x: f32) {
  // expected-error@+1 {{invalid properties {fastmath = #arith.overflow<nsw>} for op arith.addf: Invalid attribute `fastmath` in property conversion: #arith.overflow<nsw>}}
  %0 = "arith.addf"(%x, %x) <{fastmath = #arith.overflow<nsw>}> : (f32, f32) -> f32
  return
}

// -----

// fastmath in the dictionary is a fastmath attribute.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.negf' op attribute 'fastmath' failed to satisfy constraint: Floating point fast math flags}}
  %0 = "arith.negf"(%x) {fastmath = 127 : i32} : (f32) -> f32
  return
}

// -----

// Rounding modes belong to arith.truncf.
func.func @f(%x: f32) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.addf %x, %x upward : f32
  return
}

// -----

// Scalars and vectors do not mix.
func.func @f(%x: f32, %y: vector<4xf32>) {
  // expected-error@+1 {{'arith.mulf' op requires the same type for all operands and results}}
  %0 = "arith.mulf"(%x, %y) : (f32, vector<4xf32>) -> vector<4xf32>
  return
}

// -----

// Scalable and fixed vectors do not mix.
func.func @f(%x: vector<4xf32>, %y: vector<[4]xf32>) {
  // expected-error@+1 {{'arith.mulf' op all non-scalar operands/results must have the same shape and base type}}
  %0 = "arith.mulf"(%x, %y) : (vector<4xf32>, vector<[4]xf32>) -> vector<4xf32>
  return
}

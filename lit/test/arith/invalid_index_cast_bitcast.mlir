// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What arith.index_cast, arith.index_castui and arith.bitcast reject.

// arith.index_cast needs index on one side.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_cast %x : i32 to i64
  return
}

// -----

// arith.index_cast from index to index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.index_cast' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_cast %x : index to index
  return
}

// -----

// arith.index_cast of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
  %0 = arith.index_cast %x : f32 to index
  return
}

// -----

// arith.index_cast to floats.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.index_cast' op result #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
  %0 = arith.index_cast %x : index to f32
  return
}

// -----

// arith.index_cast of signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'si32'}}
  %0 = arith.index_cast %x : si32 to index
  return
}

// -----

// arith.index_cast changes no shape.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.index_cast' op requires the same shape for all operands and results}}
  %0 = arith.index_cast %x : vector<4xi32> to vector<2xindex>
  return
}

// -----

// arith.index_cast of a vector to a scalar.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.index_cast' op requires the same shape for all operands and results}}
  %0 = arith.index_cast %x : vector<4xi32> to index
  return
}

// -----

// arith.index_cast changes no tensor dimension.
func.func @f(%x: tensor<?xi32>) {
  // expected-error@+1 {{'arith.index_cast' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.index_cast %x : tensor<?xi32> to tensor<4xindex>
  return
}

// -----

// arith.index_cast makes no tensor a vector.
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.index_cast' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.index_cast %x : tensor<4xi32> to vector<4xindex>
  return
}

// -----

// arith.index_castui needs index on one side.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.index_castui' op operand type 'i32' and result type 'i64' are cast incompatible}}
  %0 = arith.index_castui %x : i32 to i64
  return
}

// -----

// arith.index_castui from index to index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.index_castui' op operand type 'index' and result type 'index' are cast incompatible}}
  %0 = arith.index_castui %x : index to index
  return
}

// -----

// arith.index_castui of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.index_castui' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
  %0 = arith.index_castui %x : f32 to index
  return
}

// -----

// arith.index_castui to floats.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.index_castui' op result #0 must be signless-integer-like or memref of signless-integer, but got 'f32'}}
  %0 = arith.index_castui %x : index to f32
  return
}

// -----

// arith.index_castui of signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.index_castui' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'si32'}}
  %0 = arith.index_castui %x : si32 to index
  return
}

// -----

// arith.index_castui changes no shape.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.index_castui' op requires the same shape for all operands and results}}
  %0 = arith.index_castui %x : vector<4xi32> to vector<2xindex>
  return
}

// -----

// arith.index_castui of a vector to a scalar.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.index_castui' op requires the same shape for all operands and results}}
  %0 = arith.index_castui %x : vector<4xi32> to index
  return
}

// -----

// arith.index_castui changes no tensor dimension.
func.func @f(%x: tensor<?xi32>) {
  // expected-error@+1 {{'arith.index_castui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.index_castui %x : tensor<?xi32> to tensor<4xindex>
  return
}

// -----

// arith.index_castui makes no tensor a vector.
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.index_castui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.index_castui %x : tensor<4xi32> to vector<4xindex>
  return
}

// -----

// arith.bitcast keeps the width.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'i32' and result type 'f64' are cast incompatible}}
  %0 = arith.bitcast %x : i32 to f64
  return
}

// -----

// arith.bitcast of vectors keeps the width of the elements.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'vector<4xi32>' and result type 'vector<4xf16>' are cast incompatible}}
  %0 = arith.bitcast %x : vector<4xi32> to vector<4xf16>
  return
}

// -----

// arith.bitcast changes no shape.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.bitcast' op requires the same shape for all operands and results}}
  %0 = arith.bitcast %x : vector<4xi32> to vector<2xi64>
  return
}

// -----

// arith.bitcast of index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %0 = arith.bitcast %x : index to i64
  return
}

// -----

// arith.bitcast to index.
func.func @f(%x: i64) {
  // expected-error@+1 {{'arith.bitcast' op result #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %0 = arith.bitcast %x : i64 to index
  return
}

// -----

// arith.bitcast of signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'si32'}}
  %0 = arith.bitcast %x : si32 to f32
  return
}

// -----

// arith.bitcast of a scalar to a vector.
func.func @f(%x: i64) {
  // expected-error@+1 {{'arith.bitcast' op requires the same shape for all operands and results}}
  %0 = arith.bitcast %x : i64 to vector<2xi32>
  return
}

// -----

// arith.bitcast of a memref of another width.
func.func @f(%x: memref<4xi32>) {
  // expected-error@+1 {{'arith.bitcast' op operand type 'memref<4xi32>' and result type 'memref<4xf64>' are cast incompatible}}
  %0 = arith.bitcast %x : memref<4xi32> to memref<4xf64>
  return
}

// -----

// arith.bitcast changes no tensor dimension.
func.func @f(%x: tensor<?xi32>) {
  // expected-error@+1 {{'arith.bitcast' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.bitcast %x : tensor<?xi32> to tensor<4xf32>
  return
}

// -----

// arith.bitcast of complex numbers.
func.func @f(%x: complex<f32>) {
  // expected-error@+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'complex<f32>'}}
  %0 = arith.bitcast %x : complex<f32> to i64
  return
}

// -----

// arith.bitcast has one operand.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.bitcast' op requires a single operand}}
  %0 = "arith.bitcast"(%x, %x) : (i32, i32) -> f32
  return
}

// -----

// A cast names its target behind to.
func.func @f(%x: i32) {
  %0 = arith.bitcast %x : i32
  // expected-error@+1 {{custom op 'arith.bitcast' expected 'to'}}
  return
}

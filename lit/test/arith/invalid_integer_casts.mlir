// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the casts between integers reject.

// arith.extui widens.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extui' op operand type 'i32' and result type 'i16' are cast incompatible}}
  %0 = arith.extui %x : i32 to i16
  return
}

// -----

// arith.extui to the same width.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extui' op operand type 'i32' and result type 'i32' are cast incompatible}}
  %0 = arith.extui %x : i32 to i32
  return
}

// -----

// arith.extui of index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.extui' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extui %x : index to i64
  return
}

// -----

// arith.extui to index.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extui' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extui %x : i32 to index
  return
}

// -----

// arith.extui of floats.
func.func @f(%x: f16) {
  // expected-error@+1 {{'arith.extui' op operand #0 must be signless-fixed-width-integer-like, but got 'f16'}}
  %0 = arith.extui %x : f16 to i32
  return
}

// -----

// arith.extui to floats.
func.func @f(%x: i16) {
  // expected-error@+1 {{'arith.extui' op result #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.extui %x : i16 to f32
  return
}

// -----

// arith.extui changes no shape.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = arith.extui %x : vector<4xi8> to vector<2xi16>
  return
}

// -----

// arith.extui of a scalar to a vector.
func.func @f(%x: i8) {
  // expected-error@+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = arith.extui %x : i8 to vector<4xi16>
  return
}

// -----

// arith.extui of a vector to a scalar.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = arith.extui %x : vector<4xi8> to i16
  return
}

// -----

// arith.extui makes no vector a tensor.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extui %x : vector<4xi8> to tensor<4xi16>
  return
}

// -----

// arith.extui makes no static dimension dynamic.
func.func @f(%x: tensor<4xi8>) {
  // expected-error@+1 {{'arith.extui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extui %x : tensor<4xi8> to tensor<?xi16>
  return
}

// -----

// arith.extui of signed integers.
func.func @f(%x: si8) {
  // expected-error@+1 {{'arith.extui' op operand #0 must be signless-fixed-width-integer-like, but got 'si8'}}
  %0 = arith.extui %x : si8 to si16
  return
}

// -----

// arith.extui narrows vectors no more than scalars.
func.func @f(%x: vector<2xi16>) {
  // expected-error@+1 {{'arith.extui' op operand type 'vector<2xi16>' and result type 'vector<2xi8>' are cast incompatible}}
  %0 = arith.extui %x : vector<2xi16> to vector<2xi8>
  return
}

// -----

// arith.extui keeps scalability.
func.func @f(%x: vector<[4]xi8>) {
  // expected-error@+1 {{'arith.extui' op requires the same shape for all operands and results}}
  %0 = arith.extui %x : vector<[4]xi8> to vector<4xi16>
  return
}

// -----

// arith.extsi widens.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i16' are cast incompatible}}
  %0 = arith.extsi %x : i32 to i16
  return
}

// -----

// arith.extsi to the same width.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extsi' op operand type 'i32' and result type 'i32' are cast incompatible}}
  %0 = arith.extsi %x : i32 to i32
  return
}

// -----

// arith.extsi of index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extsi %x : index to i64
  return
}

// -----

// arith.extsi to index.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extsi' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.extsi %x : i32 to index
  return
}

// -----

// arith.extsi of floats.
func.func @f(%x: f16) {
  // expected-error@+1 {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got 'f16'}}
  %0 = arith.extsi %x : f16 to i32
  return
}

// -----

// arith.extsi to floats.
func.func @f(%x: i16) {
  // expected-error@+1 {{'arith.extsi' op result #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.extsi %x : i16 to f32
  return
}

// -----

// arith.extsi changes no shape.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = arith.extsi %x : vector<4xi8> to vector<2xi16>
  return
}

// -----

// arith.extsi of a scalar to a vector.
func.func @f(%x: i8) {
  // expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = arith.extsi %x : i8 to vector<4xi16>
  return
}

// -----

// arith.extsi of a vector to a scalar.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = arith.extsi %x : vector<4xi8> to i16
  return
}

// -----

// arith.extsi makes no vector a tensor.
func.func @f(%x: vector<4xi8>) {
  // expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extsi %x : vector<4xi8> to tensor<4xi16>
  return
}

// -----

// arith.extsi makes no static dimension dynamic.
func.func @f(%x: tensor<4xi8>) {
  // expected-error@+1 {{'arith.extsi' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extsi %x : tensor<4xi8> to tensor<?xi16>
  return
}

// -----

// arith.extsi of signed integers.
func.func @f(%x: si8) {
  // expected-error@+1 {{'arith.extsi' op operand #0 must be signless-fixed-width-integer-like, but got 'si8'}}
  %0 = arith.extsi %x : si8 to si16
  return
}

// -----

// arith.extsi narrows vectors no more than scalars.
func.func @f(%x: vector<2xi16>) {
  // expected-error@+1 {{'arith.extsi' op operand type 'vector<2xi16>' and result type 'vector<2xi8>' are cast incompatible}}
  %0 = arith.extsi %x : vector<2xi16> to vector<2xi8>
  return
}

// -----

// arith.extsi keeps scalability.
func.func @f(%x: vector<[4]xi8>) {
  // expected-error@+1 {{'arith.extsi' op requires the same shape for all operands and results}}
  %0 = arith.extsi %x : vector<[4]xi8> to vector<4xi16>
  return
}

// -----

// arith.trunci narrows.
func.func @f(%x: i16) {
  // expected-error@+1 {{'arith.trunci' op operand type 'i16' and result type 'i32' are cast incompatible}}
  %0 = arith.trunci %x : i16 to i32
  return
}

// -----

// arith.trunci to the same width.
func.func @f(%x: i16) {
  // expected-error@+1 {{'arith.trunci' op operand type 'i16' and result type 'i16' are cast incompatible}}
  %0 = arith.trunci %x : i16 to i16
  return
}

// -----

// arith.trunci of index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.trunci %x : index to i8
  return
}

// -----

// arith.trunci of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.trunci %x : f32 to i8
  return
}

// -----

// arith.trunci changes no shape.
func.func @f(%x: tensor<4xi16>) {
  // expected-error@+1 {{'arith.trunci' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.trunci %x : tensor<4xi16> to tensor<8xi8>
  return
}

// -----

// arith.trunci makes no dynamic dimension static.
func.func @f(%x: tensor<?xi16>) {
  // expected-error@+1 {{'arith.trunci' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.trunci %x : tensor<?xi16> to tensor<4xi8>
  return
}

// -----

// arith.trunci has one operand.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.trunci' op requires a single operand}}
  %0 = "arith.trunci"(%x, %x) : (i32, i32) -> i8
  return
}

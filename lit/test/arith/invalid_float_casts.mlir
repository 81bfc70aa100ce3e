// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the casts from and to floating point reject.

// arith.extf widens.
func.func @f(%x: f64) {
  // expected-error@+1 {{'arith.extf' op operand type 'f64' and result type 'f32' are cast incompatible}}
  %0 = arith.extf %x : f64 to f32
  return
}

// -----

// arith.extf to the same width.
func.func @f(%x: f16) {
  // expected-error@+1 {{'arith.extf' op operand type 'f16' and result type 'f16' are cast incompatible}}
  %0 = arith.extf %x : f16 to f16
  return
}

// -----

// arith.extf between types of one width.
func.func @f(%x: f16) {
  // expected-error@+1 {{'arith.extf' op operand type 'f16' and result type 'bf16' are cast incompatible}}
  %0 = arith.extf %x : f16 to bf16
  return
}

// -----

// arith.extf of integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.extf' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.extf %x : i32 to f64
  return
}

// -----

// arith.extf to integers.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.extf' op result #0 must be floating-point-like, but got 'i64'}}
  %0 = arith.extf %x : f32 to i64
  return
}

// -----

// arith.extf changes no shape.
func.func @f(%x: vector<4xf16>) {
  // expected-error@+1 {{'arith.extf' op requires the same shape for all operands and results}}
  %0 = arith.extf %x : vector<4xf16> to vector<8xf32>
  return
}

// -----

// arith.extf of a scalar to a vector.
func.func @f(%x: f16) {
  // expected-error@+1 {{'arith.extf' op requires the same shape for all operands and results}}
  %0 = arith.extf %x : f16 to vector<4xf32>
  return
}

// -----

// arith.extf changes no tensor dimension.
func.func @f(%x: tensor<?xf16>) {
  // expected-error@+1 {{'arith.extf' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.extf %x : tensor<?xf16> to tensor<4xf32>
  return
}

// -----

// arith.extf has no rounding mode.
func.func @f(%x: f16) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.extf %x upward : f16 to f32
  return
}

// -----

// arith.truncf narrows.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible}}
  %0 = arith.truncf %x : f32 to f64
  return
}

// -----

// arith.truncf to the same width.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.truncf' op operand type 'f32' and result type 'f32' are cast incompatible}}
  %0 = arith.truncf %x : f32 to f32
  return
}

// -----

// arith.truncf between types of one width.
func.func @f(%x: bf16) {
  // expected-error@+1 {{'arith.truncf' op operand type 'bf16' and result type 'f16' are cast incompatible}}
  %0 = arith.truncf %x : bf16 to f16
  return
}

// -----

// arith.truncf of integers.
func.func @f(%x: i64) {
  // expected-error@+1 {{'arith.truncf' op operand #0 must be floating-point-like, but got 'i64'}}
  %0 = arith.truncf %x : i64 to f32
  return
}

// -----

// arith.truncf to integers.
func.func @f(%x: f64) {
  // expected-error@+1 {{'arith.truncf' op result #0 must be floating-point-like, but got 'i8'}}
  %0 = arith.truncf %x : f64 to i8
  return
}

// -----

// arith.truncf changes no shape.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.truncf' op requires the same shape for all operands and results}}
  %0 = arith.truncf %x : vector<4xf32> to vector<2x2xf16>
  return
}

// -----

// arith.truncf of a vector to a tensor.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.truncf' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.truncf %x : vector<4xf32> to tensor<4xf16>
  return
}

// -----

// There is no such rounding mode.
func.func @f(%x: f64) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.truncf %x nearest : f64 to f32
  return
}

// -----

// The number of a rounding mode is below five.
func.func @f(%x: f64) {
  // expected-error@+1 {{invalid properties {roundingmode = 5 : i32} for op arith.truncf: Invalid attribute `roundingmode` in property conversion: 5 : i32}}
  %0 = "arith.truncf"(%x) <{roundingmode = 5 : i32}> : (f64) -> f32
  return
}

// -----

// A rounding mode is an i32.
func.func @f(%x: f64) {
  // expected-error@+1 {{invalid properties {roundingmode = 1 : i64} for op arith.truncf: Invalid attribute `roundingmode` in property conversion: 1 : i64}}
  %0 = "arith.truncf"(%x) <{roundingmode = 1 : i64}> : (f64) -> f32
  return
}

// -----

// The rounding mode comes before the fast-math flags.
func.func @f(%x: f64) {
  // expected-error@+1 {{expected ':'}}
  %0 = arith.truncf %x fastmath<fast> upward : f64 to f32
  return
}

// -----

// fastmath of arith.truncf.
func.func @f(%x: f64) {
  // expected-error@+1 {{invalid properties {fastmath = 1 : i32} for op arith.truncf: Invalid attribute `fastmath` in property conversion: 1 : i32}}
  %0 = "arith.truncf"(%x) <{fastmath = 1 : i32}> : (f64) -> f32
  return
}

// -----

// arith.uitofp of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.uitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.uitofp %x : f32 to f64
  return
}

// -----

// arith.uitofp to integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.uitofp' op result #0 must be floating-point-like, but got 'i64'}}
  %0 = arith.uitofp %x : i32 to i64
  return
}

// -----

// arith.uitofp of index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.uitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.uitofp %x : index to f32
  return
}

// -----

// arith.uitofp changes no shape.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.uitofp' op requires the same shape for all operands and results}}
  %0 = arith.uitofp %x : vector<4xi32> to vector<2xf32>
  return
}

// -----

// arith.uitofp changes no tensor dimension.
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.uitofp' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.uitofp %x : tensor<4xi32> to tensor<?xf32>
  return
}

// -----

// arith.uitofp of a scalar to a vector.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.uitofp' op requires the same shape for all operands and results}}
  %0 = arith.uitofp %x : i32 to vector<1xf32>
  return
}

// -----

// arith.uitofp of signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.uitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'si32'}}
  %0 = arith.uitofp %x : si32 to f32
  return
}

// -----

// arith.sitofp of floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'}}
  %0 = arith.sitofp %x : f32 to f64
  return
}

// -----

// arith.sitofp to integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.sitofp' op result #0 must be floating-point-like, but got 'i64'}}
  %0 = arith.sitofp %x : i32 to i64
  return
}

// -----

// arith.sitofp of index.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.sitofp %x : index to f32
  return
}

// -----

// arith.sitofp changes no shape.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.sitofp' op requires the same shape for all operands and results}}
  %0 = arith.sitofp %x : vector<4xi32> to vector<2xf32>
  return
}

// -----

// arith.sitofp changes no tensor dimension.
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'arith.sitofp' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.sitofp %x : tensor<4xi32> to tensor<?xf32>
  return
}

// -----

// arith.sitofp of a scalar to a vector.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.sitofp' op requires the same shape for all operands and results}}
  %0 = arith.sitofp %x : i32 to vector<1xf32>
  return
}

// -----

// arith.sitofp of signed integers.
func.func @f(%x: si32) {
  // expected-error@+1 {{'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'si32'}}
  %0 = arith.sitofp %x : si32 to f32
  return
}

// -----

// arith.fptoui of integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.fptoui' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.fptoui %x : i32 to i64
  return
}

// -----

// arith.fptoui to floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.fptoui' op result #0 must be signless-fixed-width-integer-like, but got 'f64'}}
  %0 = arith.fptoui %x : f32 to f64
  return
}

// -----

// arith.fptoui to index.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.fptoui' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.fptoui %x : f32 to index
  return
}

// -----

// arith.fptoui changes no shape.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.fptoui' op requires the same shape for all operands and results}}
  %0 = arith.fptoui %x : vector<4xf32> to vector<2xi32>
  return
}

// -----

// arith.fptoui changes no tensor dimension.
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'arith.fptoui' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.fptoui %x : tensor<4xf32> to tensor<?xi32>
  return
}

// -----

// arith.fptoui of a vector to a scalar.
func.func @f(%x: vector<1xf32>) {
  // expected-error@+1 {{'arith.fptoui' op requires the same shape for all operands and results}}
  %0 = arith.fptoui %x : vector<1xf32> to i32
  return
}

// -----

// arith.fptoui to unsigned integers.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.fptoui' op result #0 must be signless-fixed-width-integer-like, but got 'ui32'}}
  %0 = arith.fptoui %x : f32 to ui32
  return
}

// -----

// arith.fptosi of integers.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.fptosi' op operand #0 must be floating-point-like, but got 'i32'}}
  %0 = arith.fptosi %x : i32 to i64
  return
}

// -----

// arith.fptosi to floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'f64'}}
  %0 = arith.fptosi %x : f32 to f64
  return
}

// -----

// arith.fptosi to index.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %0 = arith.fptosi %x : f32 to index
  return
}

// -----

// arith.fptosi changes no shape.
func.func @f(%x: vector<4xf32>) {
  // expected-error@+1 {{'arith.fptosi' op requires the same shape for all operands and results}}
  %0 = arith.fptosi %x : vector<4xf32> to vector<2xi32>
  return
}

// -----

// arith.fptosi changes no tensor dimension.
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'arith.fptosi' op failed to verify that input and output have the same tensor dimensions}}
  %0 = arith.fptosi %x : tensor<4xf32> to tensor<?xi32>
  return
}

// -----

// arith.fptosi of a vector to a scalar.
func.func @f(%x: vector<1xf32>) {
  // expected-error@+1 {{'arith.fptosi' op requires the same shape for all operands and results}}
  %0 = arith.fptosi %x : vector<1xf32> to i32
  return
}

// -----

// arith.fptosi to unsigned integers.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'ui32'}}
  %0 = arith.fptosi %x : f32 to ui32
  return
}

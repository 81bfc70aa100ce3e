// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Each operand and each result is checked for its kind of type.

// The second operand of arith.addi.
func.func @f(%x: i32, %y: f32) {
  // expected-error@+1 {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%x, %y) : (i32, f32) -> i32
  return
}

// -----

// The second operand of arith.shli.
func.func @f(%x: i8, %y: bf16) {
  // expected-error@+1 {{'arith.shli' op operand #1 must be signless-integer-like, but got 'bf16'}}
  %0 = "arith.shli"(%x, %y) : (i8, bf16) -> i8
  return
}

// -----

// The second operand of arith.divsi.
func.func @f(%x: index, %y: f64) {
  // expected-error@+1 {{'arith.divsi' op operand #1 must be signless-integer-like, but got 'f64'}}
  %0 = "arith.divsi"(%x, %y) : (index, f64) -> index
  return
}

// -----

// The second operand of arith.maxui.
func.func @f(%x: vector<4xi32>, %y: vector<4xf32>) {
  // expected-error@+1 {{'arith.maxui' op operand #1 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = "arith.maxui"(%x, %y) : (vector<4xi32>, vector<4xf32>) -> vector<4xi32>
  return
}

// -----

// The result of arith.addi.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.addi' op result #0 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%x, %x) : (i32, i32) -> f32
  return
}

// -----

// The result of arith.shli.
func.func @f(%x: i8) {
  // expected-error@+1 {{'arith.shli' op result #0 must be signless-integer-like, but got 'bf16'}}
  %0 = "arith.shli"(%x, %x) : (i8, i8) -> bf16
  return
}

// -----

// The result of arith.divsi.
func.func @f(%x: index) {
  // expected-error@+1 {{'arith.divsi' op result #0 must be signless-integer-like, but got 'f64'}}
  %0 = "arith.divsi"(%x, %x) : (index, index) -> f64
  return
}

// -----

// The result of arith.maxui.
func.func @f(%x: vector<4xi32>) {
  // expected-error@+1 {{'arith.maxui' op result #0 must be signless-integer-like, but got 'vector<4xf32>'}}
  %0 = "arith.maxui"(%x, %x) : (vector<4xi32>, vector<4xi32>) -> vector<4xf32>
  return
}

// -----

// The second operand of arith.addf.
func.func @f(%x: f32, %y: i32) {
  // expected-error@+1 {{'arith.addf' op operand #1 must be floating-point-like, but got 'i32'}}
  %0 = "arith.addf"(%x, %y) : (f32, i32) -> f32
  return
}

// -----

// The second operand of arith.maximumf.
func.func @f(%x: f16, %y: index) {
  // expected-error@+1 {{'arith.maximumf' op operand #1 must be floating-point-like, but got 'index'}}
  %0 = "arith.maximumf"(%x, %y) : (f16, index) -> f16
  return
}

// -----

// The second operand of arith.remf.
func.func @f(%x: vector<2xf32>, %y: vector<2xi8>) {
  // expected-error@+1 {{'arith.remf' op operand #1 must be floating-point-like, but got 'vector<2xi8>'}}
  %0 = "arith.remf"(%x, %y) : (vector<2xf32>, vector<2xi8>) -> vector<2xf32>
  return
}

// -----

// The result of arith.addf.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.addf' op result #0 must be floating-point-like, but got 'i32'}}
  %0 = "arith.addf"(%x, %x) : (f32, f32) -> i32
  return
}

// -----

// The result of arith.maximumf.
func.func @f(%x: f16) {
  // expected-error@+1 {{'arith.maximumf' op result #0 must be floating-point-like, but got 'index'}}
  %0 = "arith.maximumf"(%x, %x) : (f16, f16) -> index
  return
}

// -----

// The result of arith.remf.
func.func @f(%x: vector<2xf32>) {
  // expected-error@+1 {{'arith.remf' op result #0 must be floating-point-like, but got 'vector<2xi8>'}}
  %0 = "arith.remf"(%x, %x) : (vector<2xf32>, vector<2xf32>) -> vector<2xi8>
  return
}

// -----

// The second operand of arith.cmpi.
func.func @f(%x: i32, %y: f32) {
  // expected-error@+1 {{'arith.cmpi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.cmpi"(%x, %y) <{predicate = 0 : i64}> : (i32, f32) -> i1
  return
}

// -----

// The second operand of arith.cmpf.
func.func @f(%x: f32, %y: i32) {
  // expected-error@+1 {{'arith.cmpf' op operand #1 must be floating-point-like, but got 'i32'}}
  %0 = "arith.cmpf"(%x, %y) <{predicate = 0 : i64}> : (f32, i32) -> i1
  return
}

// -----

// The result of arith.cmpf.
func.func @f(%x: f32) {
  // expected-error@+1 {{'arith.cmpf' op result #0 must be bool-like, but got 'f32'}}
  %0 = "arith.cmpf"(%x, %x) <{predicate = 1 : i64}> : (f32, f32) -> f32
  return
}

// -----

// The second operand of math.powf.
func.func @f(%x: f32, %y: i32) {
  // expected-error@+1 {{'math.powf' op operand #1 must be floating-point-like, but got 'i32'}}
  %0 = "math.powf"(%x, %y) : (f32, i32) -> f32
  return
}

// -----

// The third operand of math.fma.
func.func @f(%x: f32, %y: i32) {
  // expected-error@+1 {{'math.fma' op operand #2 must be floating-point-like, but got 'i32'}}
  %0 = "math.fma"(%x, %x, %y) : (f32, f32, i32) -> f32
  return
}

// -----

// The result of math.absf.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.absf' op result #0 must be floating-point-like, but got 'i32'}}
  %0 = "math.absf"(%x) : (f32) -> i32
  return
}

// -----

// The result of math.absi.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.absi' op result #0 must be signless-integer-like, but got 'f32'}}
  %0 = "math.absi"(%x) : (i32) -> f32
  return
}

// -----

// The second result of math.sincos.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.sincos' op result #1 must be floating-point-like, but got 'i32'}}
  %0:2 = "math.sincos"(%x) : (f32) -> (f32, i32)
  return
}

// -----

// The second result of arith.mulsi_extended.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.mulsi_extended' op result #1 must be signless-integer-like, but got 'f32'}}
  %0:2 = "arith.mulsi_extended"(%x, %x) : (i32, i32) -> (i32, f32)
  return
}

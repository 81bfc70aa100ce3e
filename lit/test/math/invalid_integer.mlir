// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What the integer operations of math reject.

// math.absi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.absi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.absi %x : f32
  return
}

// -----

// math.ctlz takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.ctlz' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.ctlz %x : f32
  return
}

// -----

// math.cttz takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.cttz' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.cttz %x : f32
  return
}

// -----

// math.ctpop takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.ctpop' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.ctpop %x : f32
  return
}

// -----

// math.ipowi takes no floats.
func.func @f(%x: f32) {
  // expected-error@+1 {{'math.ipowi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = math.ipowi %x, %x : f32
  return
}

// -----

// math.ipowi takes no signed integers.
func.func @f(%x: si8) {
  // expected-error@+1 {{'math.ipowi' op operand #0 must be signless-integer-like, but got 'si8'}}
  %0 = math.ipowi %x, %x : si8
  return
}

// -----

// Operands of math.ipowi have one type.
func.func @f(%x: i32, %y: i64) {
  // expected-error@+1 {{'math.ipowi' op requires the same type for all operands and results}}
  %0 = "math.ipowi"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

// math.absi gives the type it takes.
func.func @f(%x: i32) {
  // expected-error@+1 {{'math.absi' op requires the same type for all operands and results}}
  %0 = "math.absi"(%x) : (i32) -> i64
  return
}

// -----

// math.ctpop has no fast-math flags.
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = math.ctpop %x fastmath<fast> : i32
  return
}

// -----

// math.ctlz of unsigned integers.
func.func @f(%x: ui32) {
  // expected-error@+1 {{'math.ctlz' op operand #0 must be signless-integer-like, but got 'ui32'}}
  %0 = math.ctlz %x : ui32
  return
}

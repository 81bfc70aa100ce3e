// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What arith.constant rejects.

// The value has the type of the result.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

// A float value for an integer.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() <{value = 1.0 : f32}> : () -> i32
  return
}

// -----

// A value is needed.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op requires attribute 'value'}}
  %0 = "arith.constant"() : () -> i32
  return
}

// -----

// A value is typed.
func.func @f() {
  // expected-error@+1 {{invalid properties {value = [1, 2]} for op arith.constant: Invalid attribute `value` in property conversion: [1, 2]}}
  %0 = "arith.constant"() <{value = [1, 2]}> : () -> i32
  return
}

// -----

// A string is no value.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = arith.constant "text" : !u.str
  return
}

// -----

// A string is no value, without a type either.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = arith.constant "text"
  return
}

// -----

// A unit is no value.
func.func @f() {
  // expected-error@+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant unit
  return
}

// -----

// A type is no value.
func.func @f() {
  // expected-error@+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant i32
  return
}

// -----

// Signed integers are no result.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : si32
  return
}

// -----

// Unsigned integers are no result.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op integer return type must be signless}}
  %0 = arith.constant 1 : ui8
  return
}

// -----

// A scalable vector has no listed elements.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat}}
  %0 = arith.constant dense<[1, 2]> : vector<[2]xi32>
  return
}

// -----

// The value follows the dictionary.
func.func @f() {
  // expected-error@+1 {{expected operation name in quotes}}
  %0 = arith.constant 1 : i32 {u.tag}
  return
}

// -----

// A symbol is no value.
func.func @f() {
  // expected-error@+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant @sym
  return
}

// -----

// A dense array is no value.
func.func @f() {
  // expected-error@+1 {{custom op 'arith.constant' invalid kind of attribute specified}}
  %0 = arith.constant array<i32: 1>
  return
}

// -----

// An opaque attribute is no value.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op value must be an integer, float, or elements attribute}}
  %0 = arith.constant #u.a : i32
  return
}

// -----

// arith.constant has no operands.
func.func @f(%x: i32) {
  // expected-error@+1 {{'arith.constant' op requires zero operands}}
  %0 = "arith.constant"(%x) <{value = 1 : i32}> : (i32) -> i32
  return
}

// -----

// arith.constant has one result.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op requires one result}}
  %0:2 = "arith.constant"() <{value = 1 : i32}> : () -> (i32, i32)
  return
}

// -----

// An integer does not fit.
func.func @f() {
  // expected-error@+1 {{integer constant out of range for attribute}}
  %0 = arith.constant 256 : i8
  return
}

// -----

// An integer literal of a float.
func.func @f() {
  // expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
  // expected-note@+1 {{add a trailing dot to make the literal a float}}
  %0 = arith.constant 1 : f32
  return
}

// -----

// Tensor of another shape.
func.func @f() {
  // expected-error@+1 {{'arith.constant' op failed to verify that all of {value, result} have same type}}
  %0 = "arith.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<4xi32>
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What cf.assert rejects.

// The condition is an i1.
func.func @f(%x: i32) {
  // expected-error@+1 {{'cf.assert' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.assert"(%x) <{msg = "m"}> : (i32) -> ()
  return
}

// -----

// The condition of the custom form is an i1.
// expected-note@+1 {{prior use here}}
func.func @f(%x: i32) {
  // expected-error@+1 {{use of value '%x' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.assert %x, "m"
  return
}

// -----

// A message is needed.
func.func @f(%c: i1) {
  // expected-error@+1 {{'cf.assert' op requires attribute 'msg'}}
  "cf.assert"(%c) : (i1) -> ()
  return
}

// -----

// A message is needed in the custom form.
func.func @f(%c: i1) {
  // expected-error@+1 {{expected ','}}
  cf.assert %c
  return
}

// -----

// The message is a string.
func.func @f(%c: i1) {
  // expected-error@+1 {{integer literal not valid for specified type}}
  cf.assert %c, 1 : i32
  return
}

// -----

// The message is a string in the generic form.
func.func @f(%c: i1) {
  // expected-error@+1 {{invalid properties {msg = 1 : i8} for op cf.assert: Invalid attribute `msg` in property conversion: 1 : i8}}
  "cf.assert"(%c) <{msg = 1 : i8}> : (i1) -> ()
  return
}

// -----

// It has no results.
func.func @f(%c: i1) {
  // expected-error@+1 {{'cf.assert' op requires zero results}}
  %0 = "cf.assert"(%c) <{msg = "m"}> : (i1) -> i1
  return
}

// -----

// One condition.
func.func @f(%c: i1) {
  // expected-error@+1 {{'cf.assert' op requires a single operand}}
  "cf.assert"(%c, %c) <{msg = "m"}> : (i1, i1) -> ()
  return
}

// -----

// No such operation.
func.func @f(%c: i1) {
  // expected-error@+1 {{custom op 'cf.goto' is unknown}}
  cf.goto %c
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What cf.switch rejects.

// The flag is an integer.
func.func @f(%v: f32) {
  // expected-error@+1 {{'cf.switch' op operand #0 must be integer, but got 'f32'}}
  "cf.switch"(%v)[^a] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (f32) -> ()
^a:
  return
}

// -----

// The flag is no index.
func.func @f(%v: index) {
  // expected-error@+1 {{custom op 'cf.switch' invalid kind of type specified: expected builtin.integer, but found 'index'}}
  cf.switch %v : index, [
    default: ^a
  ]
^a:
  return
}

// -----

// There is a default.
func.func @f(%v: i32, %x: i64, %y: f32) {
  cf.switch %v : i32, [
    // expected-error@+1 {{custom op 'cf.switch' expected 'default'}}
    1: ^a
  ]
^a:
  return
}

// -----

// The default comes first.
func.func @f(%v: i32, %x: i64, %y: f32) {
  cf.switch %v : i32, [
    // expected-error@+1 {{custom op 'cf.switch' expected 'default'}}
    1: ^a,
    default: ^a
  ]
^a:
  return
}

// -----

// Cases are integers.
func.func @f(%v: i32, %x: i64, %y: f32) {
  cf.switch %v : i32, [
    default: ^a,
    // expected-error@+1 {{custom op 'cf.switch' expected integer value}}
    x: ^a
  ]
^a:
  return
}

// -----

// Cases are separated.
func.func @f(%v: i32, %x: i64, %y: f32) {
  cf.switch %v : i32, [
    // expected-error@+1 {{expected ']'}}
    default: ^a
    1: ^a
  ]
^a:
  return
}

// -----

// Operands of the default.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.switch %v : i32, [
    default: ^a
  ]
^a(%p: i64):
  return
}

// -----

// Operands of a case.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{branch has 0 operands for successor #1, but target block has 1}}
  cf.switch %v : i32, [
    default: ^b,
    1: ^a
  ]
^a(%p: i64):
  return
^b:
  return
}

// -----

// Types of the operands.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #1}}
  cf.switch %v : i32, [
    default: ^a(%x : i64),
    1: ^a(%y : f32)
  ]
^a(%p: i64):
  return
}

// -----

// Values have the type of the flag.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{'cf.switch' op 'flag' type ('i32') should match case value type ('i64')}}
  "cf.switch"(%v)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

// As many values as targets.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{'cf.switch' op number of case values (2) should match number of case destinations (1)}}
  "cf.switch"(%v)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

// Values are integers.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{invalid properties {case_operand_segments = array<i32: 0>, case_values = dense<1.000000e+00> : vector<1xf32>, operandSegmentSizes = array<i32: 1, 0, 0>} for op cf.switch: Invalid attribute `case_values` in property conversion: dense<1.000000e+00> : vector<1xf32>}}
  "cf.switch"(%v)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<1.0> : vector<1xf32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

// Operand segments of cases are needed.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{'cf.switch' op requires attribute 'case_operand_segments'}}
  "cf.switch"(%v)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

// Operand segments of cases add up.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{'cf.switch' op caseOperands count (1) does not match with the total size (0) specified in attribute 'case_operand_segments'}}
  "cf.switch"(%v, %x)[^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i32, i64) -> ()
^a:
  return
}

// -----

// A default target is needed.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{'cf.switch' op requires at least 1 successors but found 0}}
  "cf.switch"(%v) <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
}

// -----

// The list is closed.
func.func @f(%v: i32, %x: i64, %y: f32) {
  cf.switch %v : i32, [
    // expected-error@+1 {{expected ']'}}
    default: ^a
^a:
  return
}

// -----

// The type of the flag is named.
func.func @f(%v: i32, %x: i64, %y: f32) {
  // expected-error@+1 {{expected ':'}}
  cf.switch %v, [
    default: ^a
  ]
^a:
  return
}

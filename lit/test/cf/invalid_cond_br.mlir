// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What cf.cond_br rejects.

// The condition is an i1.
func.func @f(%c: i32) {
  // expected-error@+1 {{'cf.cond_br' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "cf.cond_br"(%c)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  return
}

// -----

// The condition of the custom form is an i1.
// expected-note@+1 {{prior use here}}
func.func @f(%c: i32) {
  // expected-error@+1 {{use of value '%c' expects different type than prior uses: 'i1' vs 'i32'}}
  cf.cond_br %c, ^a, ^a
^a:
  return
}

// -----

// Operands of the first target.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.cond_br %c, ^a, ^b
^a(%p: i32):
  return
^b:
  return
}

// -----

// Operands of the second target.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{branch has 1 operands for successor #1, but target block has 0}}
  cf.cond_br %c, ^a, ^b(%x : i32)
^a:
  return
^b:
  return
}

// -----

// Types for the first target.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.cond_br %c, ^a(%y : f32), ^a(%x : i32)
^a(%p: i32):
  return
}

// -----

// Types for the second target.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #1}}
  cf.cond_br %c, ^a(%x : i32), ^a(%y : f32)
^a(%p: i32):
  return
}

// -----

// Two targets.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expected ','}}
  cf.cond_br %c, ^a
^a:
  return
}

// -----

// Two targets in the generic form.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.cond_br' op requires 2 successors but found 1}}
  "cf.cond_br"(%c)[^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a:
  return
}

// -----

// Three targets.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.cond_br' op requires 2 successors but found 3}}
  "cf.cond_br"(%c)[^a, ^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a:
  return
}

// -----

// Segment sizes add up.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.cond_br' op operand count (2) does not match with the total size (1) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c, %x)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1, i32) -> ()
^a:
  return
}

// -----

// Segment sizes are three.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{invalid properties {operandSegmentSizes = array<i32: 1, 0>} for op cf.cond_br: size mismatch in attribute conversion: 2 vs 3}}
  "cf.cond_br"(%c)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0>}> : (i1) -> ()
^a:
  return
}

// -----

// Segment sizes are not negative.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.cond_br' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "cf.cond_br"(%c, %x)[^a, ^a] <{operandSegmentSizes = array<i32: 1, 2, -1>}> : (i1, i32) -> ()
^a:
  return
}

// -----

// Segment sizes are needed.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.cond_br' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "cf.cond_br"(%c)[^a, ^a] : (i1) -> ()
^a:
  return
}

// -----

// Weights are an array of i32.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{invalid properties {branch_weights = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>} for op cf.cond_br: Invalid attribute `branch_weights` in property conversion: array<i64: 1, 2>}}
  "cf.cond_br"(%c)[^a, ^a] <{branch_weights = array<i64: 1, 2>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
^a:
  return
}

// -----

// As many weights as targets.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 3 vs 2}}
  cf.cond_br %c weights([1, 2, 3]), ^a, ^a
^a:
  return
}

// -----

// One weight is too few.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expects number of branch weights to match number of successors: 1 vs 2}}
  cf.cond_br %c weights([1]), ^a, ^a
^a:
  return
}

// -----

// Weights stand in parentheses.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expected '('}}
  cf.cond_br %c weights [1, 2], ^a, ^a
^a:
  return
}

// -----

// The targets exist.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{reference to an undefined block}}
  cf.cond_br %c, ^a, ^b
^a:
  return
}

// -----

// A condition is needed.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expected SSA operand}}
  cf.cond_br ^a, ^a
^a:
  return
}

// -----

// Weights are not all zero.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{branch weights cannot all be zero}}
  cf.cond_br %c weights([0, 0]), ^a, ^a
^a:
  return
}

// -----

// Weights have 32 bits.
func.func @f(%c: i1) {
  // expected-error@+1 {{integer value too large}}
  cf.cond_br %c weights([1, 4294967296]), ^a, ^a
^a:
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What func.return rejects.

// As many operands as results.
func.func @f() -> i32 {
  // expected-error@+1 {{'func.return' op has 0 operands, but enclosing function (@f) returns 1}}
  return
}

// -----

// No operands without results.
func.func @f(%a: i32) {
  // expected-error@+1 {{'func.return' op has 1 operands, but enclosing function (@f) returns 0}}
  return %a : i32
}

// -----

// Operands of the types of the results.
func.func @f(%a: i32) -> f32 {
  // expected-error@+1 {{type of return operand 0 ('i32') doesn't match function result type ('f32') in function @f}}
  return %a : i32
}

// -----

// The second operand too.
func.func @f(%a: i32) -> (i32, i64) {
  // expected-error@+1 {{type of return operand 1 ('i32') doesn't match function result type ('i64') in function @f}}
  return %a, %a : i32, i32
}

// -----

// Types for the operands.
func.func @f(%a: i32) -> i32 {
  // expected-error@+1 {{expected ':'}}
  return %a
}

// -----

// A type for each operand.
func.func @f(%a: i32) -> (i32, i32) {
  // expected-error@+1 {{custom op 'func.return' number of operands and types do not match: got 2 operands and 1 types}}
  return %a, %a : i32
}

// -----

// The type of the value.
// expected-note@+1 {{prior use here}}
func.func @f(%a: i32) -> i64 {
  // expected-error@+1 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  return %a : i64
}

// -----

// It ends its block.
func.func @f() {
  // expected-error@+1 {{'func.return' op must be the last operation in the parent block}}
  return
  "u.x"() : () -> ()
}

// -----

// Its parent is a function.
"u.r"() ({
  // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
  func.return
}) : () -> ()

// -----

// Its parent is no loop.
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

// It has no results.
func.func @f() {
  // expected-error@+1 {{'func.return' op requires zero results}}
  %0 = "func.return"() : () -> i32
}

// -----

// It has no successors.
func.func @f() {
  // expected-error@+1 {{'func.return' op requires 0 successors but found 1}}
  "func.return"()[^bb1] : () -> ()
^bb1:
  return
}

// -----

// It has no regions.
func.func @f() {
  // expected-error@+1 {{'func.return' op requires zero regions}}
  "func.return"() ({}) : () -> ()
}

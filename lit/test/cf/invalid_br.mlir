// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What cf.br rejects.

// As many operands as the target has arguments.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{branch has 0 operands for successor #0, but target block has 1}}
  cf.br ^a
^a(%p: i32):
  return
}

// -----

// No operands for a target without arguments.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^a(%x : i32)
^a:
  return
}

// -----

// Operands of the types of the arguments.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^a(%x : i32)
^a(%p: i64):
  return
}

// -----

// The second operand too.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{type mismatch for bb argument #1 of successor #0}}
  cf.br ^a(%x, %x : i32, i32)
^a(%p: i32, %q: f32):
  return
}

// -----

// The target exists.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{reference to an undefined block}}
  cf.br ^nowhere
}

// -----

// The target is a block.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expected block name}}
  cf.br @a
}

// -----

// A target is needed.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.br' op requires 1 successor but found 0}}
  "cf.br"() : () -> ()
}

// -----

// One target.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.br' op requires 1 successor but found 2}}
  "cf.br"()[^a, ^a] : () -> ()
^a:
  return
}

// -----

// It ends its block.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{operation with block successors must terminate its parent block}}
  cf.br ^a
  "u.x"() : () -> ()
^a:
  return
}

// -----

// The entry block is no target.
// expected-error@+1 {{entry block of region may not have predecessors}}
func.func @f() {
^entry:
  cf.br ^entry
}

// -----

// Types for the operands.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{expected ':'}}
  cf.br ^a(%x)
^a(%p: i32):
  return
}

// -----

// A type for each operand.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{custom op 'cf.br' number of operands and types do not match: got 2 operands and 1 types}}
  cf.br ^a(%x, %y : i32)
^a(%p: i32, %q: f32):
  return
}

// -----

// No results.
func.func @f(%c: i1, %x: i32, %y: f32) {
  // expected-error@+1 {{'cf.br' op requires zero results}}
  %0 = "cf.br"()[^a] : () -> i32
^a:
  return
}

// -----

// The target is in the same region.
func.func @f() {
  "u.r"() ({
    // expected-error@+1 {{reference to an undefined block}}
    cf.br ^a
  }) : () -> ()
  return
^a:
  return
}

// -----

// The parent is not a region of one block.
func.func @f(%c: i1) {
  // expected-error@+1 {{'scf.if' op expects region #0 to have 0 or 1 blocks}}
  scf.if %c {
    cf.br ^a
  ^a:
    scf.yield
  }
  return
}

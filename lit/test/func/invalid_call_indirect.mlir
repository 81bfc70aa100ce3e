// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What func.call_indirect rejects.

// The callee is a function.
func.func @f(%x: i32) {
  // expected-error@+1 {{'func.call_indirect' op operand #0 must be function type, but got 'i32'}}
  "func.call_indirect"(%x) : (i32) -> ()
  return
}

// -----

// Operands as many as the callee takes.
func.func @f(%g: (i32) -> ()) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  "func.call_indirect"(%g) : ((i32) -> ()) -> ()
  return
}

// -----

// Operands of the types of the callee.
func.func @f(%g: (i32) -> (), %x: f32) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee input types match argument types}}
  "func.call_indirect"(%g, %x) : ((i32) -> (), f32) -> ()
  return
}

// -----

// Results as many as the callee gives.
func.func @f(%g: () -> i32) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  "func.call_indirect"(%g) : (() -> i32) -> ()
  return
}

// -----

// Results of the types of the callee.
func.func @f(%g: () -> i32) {
  // expected-error@+1 {{'func.call_indirect' op failed to verify that callee result types match result types}}
  %0 = "func.call_indirect"(%g) : (() -> i32) -> f32
  return
}

// -----

// The type is a function type.
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'func.call_indirect' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  %0 = call_indirect %x() : i32
  return
}

// -----

// The callee is an operand.
func.func @f() {
  // expected-error@+1 {{'func.call_indirect' op expected 1 or more operands, but found 0}}
  "func.call_indirect"() : () -> ()
  return
}

// -----

// Operands of the custom form.
func.func @f(%g: (i32) -> ()) {
  // expected-error@+1 {{custom op 'func.call_indirect' number of operands and types do not match: got 0 operands and 1 types}}
  call_indirect %g() : (i32) -> ()
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// The dialect rejects unknown operations, types and attributes.

// No such operation.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{custom op 'scf.loop' is unknown}}
  scf.loop %n
  return
}

// -----

// No such operation in the generic form.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{unregistered operation 'scf.loop' found in dialect ('scf') that does not allow unknown operations}}
  "scf.loop"(%n) : (index) -> ()
  return
}

// -----

// No types.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{dialect 'scf' provides no type parsing hook}}
  %0 = "u.v"() : () -> !scf.token
  return
}

// -----

// No attributes.
func.func @f(%n: index, %x: f32, %k: i32, %c: i1) {
  // expected-error@+1 {{dialect 'scf' provides no attribute parsing hook}}
  "u.v"() {a = #scf.token} : () -> ()
  return
}

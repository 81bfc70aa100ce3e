// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Uses across the border of an isolated operation.

// A function does not see values of its module.
%x = "u.v"() : () -> i32
// expected-note@+1 {{required by region isolation constraints}}
func.func @f() {
  // expected-error@+1 {{'u.use' op using value defined outside the region}}
  "u.use"(%x) : (i32) -> ()
  return
}

// -----

// A nested module does not see values of its module.
%x = "u.v"() : () -> i32
// expected-note@+1 {{required by region isolation constraints}}
module {
  // expected-error@+1 {{'u.use' op using value defined outside the region}}
  "u.use"(%x) : (i32) -> ()
}

// -----

// A loop in a function does not either.
%x = "u.v"() : () -> index
// expected-note@+1 {{required by region isolation constraints}}
func.func @f(%n: index) {
  scf.for %i = %n to %n step %n {
    // expected-error@+1 {{'u.use' op using value defined outside the region}}
    "u.use"(%x) : (index) -> ()
  }
  return
}

// -----

// An argument of an outer function.
func.func @f(%x: i32) {
  // expected-note@+1 {{required by region isolation constraints}}
  builtin.module {
    // expected-error@+1 {{'u.use' op using value defined outside the region}}
    "u.use"(%x) : (i32) -> ()
  }
  return
}

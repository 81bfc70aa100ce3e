// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What func.constant rejects.

// The function exists.
func.func @f() {
  // expected-error@+1 {{'func.constant' op reference to undefined function 'g'}}
  %0 = constant @g : () -> ()
  return
}

// -----

// The value is a function.
module @g {}
func.func @f() {
  // expected-error@+1 {{'func.constant' op reference to undefined function 'g'}}
  %0 = constant @g : () -> ()
  return
}

// -----

// The type is that of the function.
func.func private @g(i32)
func.func @f() {
  // expected-error@+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = constant @g : () -> ()
  return
}

// -----

// The type is a function type.
func.func private @g()
func.func @f() {
  // expected-error@+1 {{'func.constant' op reference to function with mismatched type}}
  %0 = constant @g : i32
  return
}

// -----

// The value is a symbol.
func.func @f() {
  // expected-error@+1 {{custom op 'func.constant' invalid kind of attribute specified}}
  %0 = constant "g" : () -> ()
  return
}

// -----

// The value is needed.
func.func @f() {
  // expected-error@+1 {{'func.constant' op requires attribute 'value'}}
  %0 = "func.constant"() : () -> (() -> ())
  return
}

// -----

// The value is flat.
func.func @f() {
  // expected-error@+1 {{invalid properties {value = @m::@g} for op func.constant: Invalid attribute `value` in property conversion: @m::@g}}
  %0 = "func.constant"() <{value = @m::@g}> : () -> (() -> ())
  return
}

// -----

// There is one result.
func.func private @g()
func.func @f() {
  // expected-error@+1 {{'func.constant' op requires one result}}
  "func.constant"() <{value = @g}> : () -> ()
  return
}

// -----

// Integers are constants of arith.
func.func @f() {
  // expected-error@+1 {{integer literal not valid for specified type}}
  %0 = constant 1 : i32
  return
}

// -----

// No such operation.
func.func @f() {
  // expected-error@+1 {{custom op 'func.invoke' is unknown}}
  func.invoke @g() : () -> ()
  return
}

// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What func.call rejects.

// The callee exists.
func.func @f() {
  // expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

// The callee is a function.
module @g {}
func.func @f() {
  // expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
  call @g() : () -> ()
  return
}

// -----

// As many operands as the callee takes.
func.func private @g(i32) -> f32
func.func @f() {
  // expected-error@+1 {{'func.call' op incorrect number of operands for callee}}
  %0 = call @g() : () -> f32
  return
}

// -----

// Operands of the types that the callee takes.
func.func private @g(i32) -> f32
func.func @f(%x: i64) {
  // expected-error@+1 {{'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0}}
  %0 = call @g(%x) : (i64) -> f32
  return
}

// -----

// As many results as the callee gives.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{'func.call' op incorrect number of results for callee}}
  call @g(%x) : (i32) -> ()
  return
}

// -----

// Results of the types that the callee gives.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+3 {{'func.call' op result type mismatch at index 0}}
  // expected-note@+2 {{      op result types: 'i32'}}
  // expected-note@+1 {{function result types: 'f32'}}
  %0 = call @g(%x) : (i32) -> i32
  return
}

// -----

// The callee is named.
func.func @f() {
  // expected-error@+1 {{'func.call' op requires attribute 'callee'}}
  "func.call"() : () -> ()
  return
}

// -----

// The name is a symbol.
func.func @f() {
  // expected-error@+1 {{invalid properties {callee = "g"} for op func.call: Invalid attribute `callee` in property conversion: "g"}}
  "func.call"() <{callee = "g"}> : () -> ()
  return
}

// -----

// The name is flat.
module @m {
  func.func private @g()
}
func.func @f() {
  // expected-error@+1 {{invalid properties {callee = @m::@g} for op func.call: Invalid attribute `callee` in property conversion: @m::@g}}
  "func.call"() <{callee = @m::@g}> : () -> ()
  return
}

// -----

// The name is flat in the custom form.
module @m {
  func.func private @g()
}
func.func @f() {
  // expected-error@+1 {{custom op 'func.call' invalid kind of attribute specified}}
  call @m::@g() : () -> ()
  return
}

// -----

// A type for each operand.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'func.call' number of operands and types do not match: got 1 operands and 0 types}}
  %0 = call @g(%x) : () -> f32
  return
}

// -----

// The types follow a colon.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{expected ':'}}
  %0 = call @g(%x)
  return
}

// -----

// A function type.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{custom op 'func.call' invalid kind of type specified: expected builtin.function, but found 'i32'}}
  %0 = call @g(%x) : i32
  return
}

// -----

// Inner tables do not see outer symbols.
func.func private @g(i32) -> f32
module {
  func.func @h(%x: i32) {
    // expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
    %0 = call @g(%x) : (i32) -> f32
    return
  }
}

// -----

// An unregistered operation may be a symbol table, so nothing is found through it.
func.func private @g()
func.func @f() {
  "u.r"() ({
    // expected-error@+1 {{'func.call' op 'g' does not reference a valid function}}
    func.call @g() : () -> ()
  }) : () -> ()
  return
}

// -----

// The names of results are as many as the results.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{operation defines 1 results but was provided 2 to bind}}
  %0:2 = call @g(%x) : (i32) -> f32
  return
}

// -----

// arg_attrs is an array of dictionaries.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{'func.call' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
  %0 = "func.call"(%x) <{arg_attrs = [1 : i8], callee = @g}> : (i32) -> f32
  return
}

// -----

// no_inline is a unit.
func.func private @g(i32) -> f32
func.func @f(%x: i32) {
  // expected-error@+1 {{invalid properties {callee = @g, no_inline = 3 : i8} for op func.call: Invalid attribute `no_inline` in property conversion: 3 : i8}}
  %0 = "func.call"(%x) <{callee = @g, no_inline = 3 : i8}> : (i32) -> f32
  return
}

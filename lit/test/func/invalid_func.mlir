// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// What func.func rejects: names, signatures, visibility, attributes, bodies.

// A function has a name.
// expected-error@+1 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func () { return }

// -----

// A name is a symbol.
// expected-error@+1 {{custom op 'func.func' expected valid '@'-identifier for symbol name}}
func.func f() { return }

// -----

// Arguments stand in parentheses.
// expected-error@+1 {{expected '('}}
func.func @f i32

// -----

// An argument has a type.
// expected-error@+1 {{expected ':'}}
func.func @f(%a) { return }

// -----

// An argument of a definition has a name.
// expected-error@+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @f(i32) { return }

// -----

// Named and unnamed arguments do not mix.
// expected-error@+1 {{custom op 'func.func' expected SSA identifier}}
func.func private @f(%a: i32, i32)

// -----

// Unnamed and named arguments do not mix.
// expected-error@+1 {{custom op 'func.func' expected type instead of SSA identifier}}
func.func private @f(i32, %a: i32)

// -----

// Arguments have different names.
// expected-error@+2 {{region entry argument '%a' is already in use}}
// expected-note@+1 {{previously referenced here}}
func.func @f(%a: i32, %a: i32) { return }

// -----

// Functions have no variadic arguments.
// expected-error@+1 {{expected non-function type}}
func.func private @f(...)

// -----

// Functions have no variadic arguments behind others.
// expected-error@+1 {{expected non-function type}}
func.func private @f(i32, ...)

// -----

// Results of a list stand in parentheses.
// expected-error@+1 {{expected operation name in quotes}}
func.func private @f() -> i32, i32

// -----

// An arrow needs a type.
// expected-error@+1 {{expected non-function type}}
func.func @f() -> { return }

// -----

// Only a declaration has no body.
// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func @f()

// -----

// A public declaration is none.
// expected-error@+1 {{'func.func' op symbol declaration cannot have public visibility}}
func.func public @f()

// -----

// There is no such visibility.
// expected-error@+1 {{'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "hidden"}> ({}) : () -> ()

// -----

// A body is not empty.
// expected-error@+1 {{custom op 'func.func' expected non-empty function body}}
func.func private @f() {}

// -----

// The name is an attribute.
// expected-error@+1 {{'func.func' op requires attribute 'sym_name'}}
"func.func"() <{function_type = () -> (), sym_visibility = "private"}> ({}) : () -> ()

// -----

// The type is an attribute.
// expected-error@+1 {{'func.func' op requires attribute 'function_type'}}
"func.func"() <{sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// The type is a function type.
// expected-error@+1 {{'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"func.func"() <{function_type = i32, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// The name is a string.
// expected-error@+1 {{invalid properties {function_type = () -> (), sym_name = @f, sym_visibility = "private"} for op func.func: Invalid attribute `sym_name` in property conversion: @f}}
"func.func"() <{function_type = () -> (), sym_name = @f, sym_visibility = "private"}> ({}) : () -> ()

// -----

// The type is no string.
// expected-error@+1 {{invalid properties {function_type = "type", sym_name = "f", sym_visibility = "private"} for op func.func: Invalid attribute `function_type` in property conversion: "type"}}
"func.func"() <{function_type = "type", sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// A function has a region.
// expected-error@+1 {{'func.func' op requires one region}}
"func.func"() <{function_type = () -> (), sym_name = "f"}> : () -> ()

// -----

// A function has one region.
// expected-error@+1 {{'func.func' op requires one region}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({}, {}) : () -> ()

// -----

// A function has no operands.
%0 = "u.v"() : () -> i32
// expected-error@+1 {{'func.func' op requires zero operands}}
"func.func"(%0) <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({}) : (i32) -> ()

// -----

// A function has no results.
// expected-error@+1 {{'func.func' op requires zero results}}
%0 = "func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = "private"}> ({}) : () -> i32

// -----

// The entry block has as many arguments as the type.
// expected-error@+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()

// -----

// The entry block has arguments of the types of the type.
// expected-error@+1 {{'func.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
^bb0(%a: f32):
  "func.return"() : () -> ()
}) : () -> ()

// -----

// There is a dictionary for each argument.
// expected-error@+1 {{'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 2}}
"func.func"() <{arg_attrs = [{}], function_type = (i32, i32) -> (), sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// There is a dictionary for each result.
// expected-error@+1 {{'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 0, but expected 1}}
"func.func"() <{function_type = () -> i32, res_attrs = [], sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// Attributes of arguments are dictionaries.
// expected-error@+1 {{'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() <{arg_attrs = [1 : i8], function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// Attributes of arguments are an array.
// expected-error@+1 {{invalid properties {arg_attrs = {}, function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"} for op func.func: Invalid attribute `arg_attrs` in property conversion: {}}}
"func.func"() <{arg_attrs = {}, function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// Attributes of results are dictionaries.
// expected-error@+1 {{'func.func' op attribute 'res_attrs' failed to satisfy constraint: Array of dictionary attributes}}
"func.func"() <{function_type = () -> i32, res_attrs = ["x"], sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// Attributes of arguments belong to a dialect.
// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func private @f(i32 {plain})

// -----

// Attributes of results belong to a dialect.
// expected-error@+1 {{'func.func' op results may only have dialect attributes}}
func.func private @f() -> (i32 {plain})

// -----

// Attributes of arguments belong to a dialect, in definitions too.
// expected-error@+1 {{'func.func' op arguments may only have dialect attributes}}
func.func @f(%a: i32 {plain = 1}) { return }

// -----

// no_inline is a unit.
// expected-error@+1 {{invalid properties {function_type = () -> (), no_inline = 1 : i8, sym_name = "f", sym_visibility = "private"} for op func.func: Invalid attribute `no_inline` in property conversion: 1 : i8}}
"func.func"() <{function_type = () -> (), no_inline = 1 : i8, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// The visibility is a string.
// expected-error@+1 {{invalid properties {function_type = () -> (), sym_name = "f", sym_visibility = 1 : i8} for op func.func: Invalid attribute `sym_visibility` in property conversion: 1 : i8}}
"func.func"() <{function_type = () -> (), sym_name = "f", sym_visibility = 1 : i8}> ({}) : () -> ()

// -----

// Attributes that the signature says are not repeated.
// expected-error@+1 {{custom op 'func.func' 'sym_name' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {sym_name = "g"} { return }

// -----

// The type is not repeated.
// expected-error@+1 {{custom op 'func.func' 'function_type' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {function_type = () -> ()} { return }

// -----

// The visibility is not repeated.
// expected-error@+1 {{custom op 'func.func' 'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary}}
func.func @f() attributes {sym_visibility = "private"} { return }

// -----

// The parent of a function is a symbol table.
func.func @f() {
  // expected-error@+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func private @g()
  return
}

// -----

// Bodies are isolated.
%0 = "u.v"() : () -> i32
// expected-note@+1 {{required by region isolation constraints}}
func.func @f() {
  // expected-error@+1 {{'u.use' op using value defined outside the region}}
  "u.use"(%0) : (i32) -> ()
  return
}

// -----

// A block ends in a terminator.
func.func @f() {
  // expected-error@+1 {{block with no terminator, has %0 = "arith.constant"() <{value = 1 : i32}> : () -> i32}}
  %0 = arith.constant 1 : i32
}

// -----

// The body is closed.
func.func @f() {
  // expected-error@+1 {{expected operation name in quotes}}
  return

// -----

// Attributes follow their keyword.
// expected-error@+2 {{Dialect `u' not found for custom op 'u.a' }}
// expected-note@+1 {{Available dialects: }}
func.func @f() {u.a} { return }

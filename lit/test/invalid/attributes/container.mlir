// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Arrays, dictionaries, symbols and dense arrays that do not parse.

// An array is closed.
// expected-error@+1 {{expected ',' or ']'}}
"u.a"() {a = [1, 2} : () -> ()

// -----

// A comma in an array needs a value.
// expected-error@+1 {{expected attribute value}}
"u.a"() {a = [1,]} : () -> ()

// -----

// An array of nothing but a comma.
// expected-error@+1 {{expected attribute value}}
"u.a"() {a = [,]} : () -> ()

// -----

// A dictionary is closed.
// expected-error@+1 {{expected '}' in attribute dictionary}}
"u.a"() {a = {a = 1} : () -> ()

// -----

// A key has a value.
// expected-error@+1 {{expected attribute value}}
"u.a"() {a = {a = }} : () -> ()

// -----

// A key is a name.
// expected-error@+1 {{expected attribute name}}
"u.a"() {a = {1 = 2}} : () -> ()

// -----

// A key is not empty.
// expected-error@+1 {{expected valid attribute name}}
"u.a"() {a = {"" = 1}} : () -> ()

// -----

// A key stands once.
// expected-error@+1 {{duplicate key 'a' in dictionary attribute}}
"u.a"() {a = {a, a}} : () -> ()

// -----

// A key stands once with values.
// expected-error@+1 {{duplicate key 'a' in dictionary attribute}}
"u.a"() {a = {a = 1, b = 2, a = 1}} : () -> ()

// -----

// A comma in a dictionary needs a key.
// expected-error@+1 {{expected attribute name}}
"u.a"() {a = {a,}} : () -> ()

// -----

// A key is no value.
// expected-error@+1 {{expected attribute name}}
"u.a"() {a = {%a = 1}} : () -> ()

// -----

// A key stands once in the attributes of an operation.
// expected-error@+1 {{duplicate key 'x' in dictionary attribute}}
"u.a"() {x, x} : () -> ()

// -----

// A key of attributes is not empty.
// expected-error@+1 {{expected valid attribute name}}
"u.a"() {"" = 1} : () -> ()

// -----

// A nested reference has a name.
// expected-error@+1 {{expected nested symbol reference identifier}}
"u.a"() {a = @a::} : () -> ()

// -----

// A nested reference is a symbol.
// expected-error@+1 {{expected nested symbol reference identifier}}
"u.a"() {a = @a::b} : () -> ()

// -----

// Three colons.
// expected-error@+1 {{expected nested symbol reference identifier}}
"u.a"() {a = @a:::@b} : () -> ()

// -----

// Dense arrays have an element type.
// expected-error@+2 {{expected non-function type}}
// expected-error@+1 {{expected an integer or floating point type}}
"u.a"() {a = array<>} : () -> ()

// -----

// Dense arrays have elements behind a colon.
// expected-error@+1 {{expected integer literal}}
"u.a"() {a = array<i32:>} : () -> ()

// -----

// Dense arrays have elements.
// expected-error@+1 {{expected ':' after dense array type}}
"u.a"() {a = array<i32 1>} : () -> ()

// -----

// Dense arrays are closed.
// expected-error@+1 {{expected '>' to close an array attribute}}
"u.a"() {a = array<i32: 1} : () -> ()

// -----

// A comma in a dense array needs a value.
// expected-error@+1 {{expected integer literal}}
"u.a"() {a = array<i32: 1,>} : () -> ()

// -----

// Elements fit.
// expected-error@+1 {{integer constant out of range}}
"u.a"() {a = array<i8: 300>} : () -> ()

// -----

// Elements of integers are integers.
// expected-error@+1 {{expected integer literal}}
"u.a"() {a = array<i32: 1.0>} : () -> ()

// -----

// Elements of floats have a dot.
// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
"u.a"() {a = array<f32: 1>} : () -> ()

// -----

// Elements are no strings.
// expected-error@+1 {{expected integer literal}}
"u.a"() {a = array<i32: "x">} : () -> ()

// -----

// Elements are of whole bytes.
// expected-error@+1 {{element type bitwidth must be a multiple of 8}}
"u.a"() {a = array<i3: 1>} : () -> ()

// -----

// Elements are integers or floats.
// expected-error@+1 {{expected integer or float type, got: 'tensor<4xi32>'}}
"u.a"() {a = array<tensor<4xi32>: 1>} : () -> ()

// -----

// Elements are integers or floats of builtin.
// expected-error@+1 {{expected integer or float type, got: '!u.t'}}
"u.a"() {a = array<!u.t: 1>} : () -> ()

// -----

// Dense arrays stand in angle brackets.
// expected-error@+1 {{expected '<' after 'array'}}
"u.a"() {a = array[i32: 1]} : () -> ()

// -----

// Booleans are words.
// expected-error@+1 {{expected 'true' or 'false' values for i1 type}}
"u.a"() {a = array<i1: true, 0>} : () -> ()

// -----

// An attribute of an unregistered dialect is closed.
// expected-error@+1 {{unbalanced '<' character in pretty dialect name}}
"u.a"() {a = #u.a<b} : () -> ()

// -----

// An attribute of the builtin dialect is known.
// expected-error@+1 {{dialect 'builtin' provides no attribute parsing hook}}
"u.a"() {a = #builtin.nothing} : () -> ()

// -----

// A distinct attribute has a number.
// expected-error@+1 {{expected distinct ID}}
"u.a"() {a = distinct[]<unit>} : () -> ()

// -----

// A distinct attribute has a value in angle brackets.
// expected-error@+1 {{expected '<' after distinct ID}}
"u.a"() {a = distinct[0]unit} : () -> ()

// -----

// A distinct number has one value.
// expected-error@+1 {{referenced attribute does not match previous definition: 1 : i8}}
"u.a"() {a = [distinct[0]<1 : i8>, distinct[0]<2 : i8>]} : () -> ()

// -----

// A distinct number is in brackets.
// expected-error@+1 {{expected '[' after 'distinct'}}
"u.a"() {a = distinct<unit>} : () -> ()

// -----

// A distinct number is a number.
// expected-error@+1 {{expected distinct ID}}
"u.a"() {a = distinct[x]<unit>} : () -> ()

// -----

// unit has no value.
// expected-error@+1 {{expected '}' in attribute dictionary}}
"u.a"() {a = unit = 1} : () -> ()

// -----

// There is no such keyword.
// expected-error@+1 {{expected attribute value}}
"u.a"() {a = nothing} : () -> ()

// -----

// A value is no attribute.
// expected-error@+1 {{expected attribute value}}
"u.a"() {a = %x} : () -> ()

// -----

// A block is no attribute.
// expected-error@+1 {{expected attribute value}}
"u.a"() {a = ^x} : () -> ()

// -----

// A string is typed by a type.
// expected-error@+1 {{expected non-function type}}
"u.a"() {a = "x" : 1} : () -> ()

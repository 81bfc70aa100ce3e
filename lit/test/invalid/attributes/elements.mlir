// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// dense, sparse and dense_resource attributes that do not exist.

// A type is needed.
// expected-error@+1 {{expected ':'}}
"u.a"() {a = dense<1>} : () -> ()

// -----

// A shaped type is needed.
// expected-error@+1 {{elements literal must be a shaped type}}
"u.a"() {a = dense<1> : i32} : () -> ()

// -----

// A static shape is needed.
// expected-error@+1 {{elements literal type must have static shape}}
"u.a"() {a = dense<1> : tensor<?xi32>} : () -> ()

// -----

// A ranked type is needed.
// expected-error@+1 {{elements literal type must have static shape}}
"u.a"() {a = dense<1> : tensor<*xi32>} : () -> ()

// -----

// Too few elements.
// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
"u.a"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()

// -----

// Too many elements.
// expected-error@+1 {{inferred shape of elements literal ([3]) does not match type ([2])}}
"u.a"() {a = dense<[1, 2, 3]> : tensor<2xi32>} : () -> ()

// -----

// Too shallow.
// expected-error@+1 {{inferred shape of elements literal ([2]) does not match type ([1, 2])}}
"u.a"() {a = dense<[1, 2]> : tensor<1x2xi32>} : () -> ()

// -----

// Too deep.
// expected-error@+1 {{inferred shape of elements literal ([1, 2]) does not match type ([2])}}
"u.a"() {a = dense<[[1, 2]]> : tensor<2xi32>} : () -> ()

// -----

// Ragged.
// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
"u.a"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi32>} : () -> ()

// -----

// Mixed depths.
// expected-error@+1 {{tensor literal is invalid; ranks are not consistent between elements}}
"u.a"() {a = dense<[1, [2]]> : tensor<2xi32>} : () -> ()

// -----

// No elements for a shape that has some.
// expected-error@+1 {{parsed zero elements, but type ('tensor<2xi32>') expected at least 1}}
"u.a"() {a = dense<> : tensor<2xi32>} : () -> ()

// -----

// Elements for a shape that has none.
// expected-error@+1 {{inferred shape of elements literal ([0]) does not match type ([0, 2])}}
"u.a"() {a = dense<[]> : tensor<0x2xi32>} : () -> ()

// -----

// Nothing between brackets.
// expected-error@+1 {{inferred shape of elements literal ([0]) does not match type ([2])}}
"u.a"() {a = dense<[]> : tensor<2xi32>} : () -> ()

// -----

// An integer for a float.
// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
"u.a"() {a = dense<1> : tensor<2xf32>} : () -> ()

// -----

// A float for an integer.
// expected-error@+1 {{expected integer elements, but parsed floating-point}}
"u.a"() {a = dense<1.0> : tensor<2xi32>} : () -> ()

// -----

// A boolean for a wide integer.
// expected-error@+1 {{expected i1 type for 'true' or 'false' values}}
"u.a"() {a = dense<true> : tensor<2xi32>} : () -> ()

// -----

// A boolean for a float.
// expected-error@+1 {{expected floating point literal}}
"u.a"() {a = dense<true> : tensor<2xf32>} : () -> ()

// -----

// An element does not fit.
// expected-error@+1 {{integer constant out of range for type}}
"u.a"() {a = dense<[1, 300]> : tensor<2xi8>} : () -> ()

// -----

// A negative element of an unsigned type.
// expected-error@+1 {{expected unsigned integer elements, but parsed negative value}}
"u.a"() {a = dense<-1> : tensor<2xui8>} : () -> ()

// -----

// A number for a dialect type.
// expected-error@+1 {{expected string token, got 1}}
"u.a"() {a = dense<1> : tensor<2x!u.t>} : () -> ()

// -----

// A string for an integer.
// expected-error@+1 {{expected string containing hex digits starting with `0x`}}
"u.a"() {a = dense<"x"> : tensor<2xi32>} : () -> ()

// -----

// A list of strings for integers.
// expected-error@+1 {{integer constant out of range for type}}
"u.a"() {a = dense<["x", "y"]> : tensor<2xi32>} : () -> ()

// -----

// One number for a complex.
// expected-error@+1 {{parsed 1 elements, but type ('complex<f32>') expected 2 elements}}
"u.a"() {a = dense<1.0> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// Three numbers for a complex.
// expected-error@+1 {{expected ')' after complex elements}}
"u.a"() {a = dense<(1.0, 2.0, 3.0)> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// Integers for a complex of floats.
// expected-error@+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note@+1 {{add a trailing dot to make the literal a float}}
"u.a"() {a = dense<(1, 2)> : tensor<2xcomplex<f32>>} : () -> ()

// -----

// Hex of the wrong size.
// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<2xi32>'}}
"u.a"() {a = dense<"0x0102"> : tensor<2xi32>} : () -> ()

// -----

// Hex without digits.
// expected-error@+1 {{elements hex data size is invalid for provided type: 'tensor<2xi32>'}}
"u.a"() {a = dense<"0x"> : tensor<2xi32>} : () -> ()

// -----

// Hex of an odd number of digits.
// expected-error@+1 {{expected string containing hex digits starting with `0x`}}
"u.a"() {a = dense<"0x012"> : tensor<2xi8>} : () -> ()

// -----

// Hex that is none.
// expected-error@+1 {{expected string containing hex digits starting with `0x`}}
"u.a"() {a = dense<"0xzz"> : tensor<1xi8>} : () -> ()

// -----

// Closed.
// expected-error@+1 {{expected ']'}}
"u.a"() {a = dense<[1, 2 : tensor<2xi32>} : () -> ()

// -----

// Closed brackets.
// expected-error@+1 {{expected '>'}}
"u.a"() {a = dense<1 : tensor<2xi32>} : () -> ()

// -----

// A comma needs an element.
// expected-error@+1 {{expected element literal of primitive type}}
"u.a"() {a = dense<[1,]> : tensor<2xi32>} : () -> ()

// -----

// A type as an element.
// expected-error@+1 {{expected element literal of primitive type}}
"u.a"() {a = dense<[i32]> : tensor<1xi32>} : () -> ()

// -----

// A tuple has no dense elements.
// expected-error@+1 {{elements literal must be a shaped type}}
"u.a"() {a = dense<1> : tuple<i32>} : () -> ()

// -----

// Without angle brackets.
// expected-error@+1 {{expected '<' after 'dense'}}
"u.a"() {a = dense 1 : tensor<1xi32>} : () -> ()

// -----

// sparse needs a type.
// expected-error@+1 {{expected ':'}}
"u.a"() {a = sparse<[[0]], [1]>} : () -> ()

// -----

// sparse needs a shaped type.
// expected-error@+1 {{elements literal must be a shaped type}}
"u.a"() {a = sparse<[[0]], [1]> : i32} : () -> ()

// -----

// sparse needs a static shape.
// expected-error@+1 {{elements literal type must have static shape}}
"u.a"() {a = sparse<[[0]], [1]> : tensor<?xi32>} : () -> ()

// -----

// As many indices as values.
// expected-error@+1 {{expected shape ([4]); inferred shape of indices literal ([2, 1]); inferred shape of values literal ([1])}}
"u.a"() {a = sparse<[[0], [1]], [1]> : tensor<4xi32>} : () -> ()

// -----

// As many indices as dimensions.
// expected-error@+1 {{expected shape ([4]); inferred shape of indices literal ([1, 2]); inferred shape of values literal ([1])}}
"u.a"() {a = sparse<[[0, 0]], [1]> : tensor<4xi32>} : () -> ()

// -----

// Indices inside the shape.
// expected-error@+1 {{sparse index #0 is not contained within the value shape, with index=[4], and type='tensor<4xi32>'}}
"u.a"() {a = sparse<[[4]], [1]> : tensor<4xi32>} : () -> ()

// -----

// Indices are not negative.
// expected-error@+1 {{sparse index #0 is not contained within the value shape, with index=[18446744073709551615], and type='tensor<4xi32>'}}
"u.a"() {a = sparse<[[-1]], [1]> : tensor<4xi32>} : () -> ()

// -----

// Indices are integers.
// expected-error@+1 {{expected integer elements, but parsed floating-point}}
"u.a"() {a = sparse<[[0.5]], [1]> : tensor<4xi32>} : () -> ()

// -----

// Values have the element type.
// expected-error@+1 {{expected integer elements, but parsed floating-point}}
"u.a"() {a = sparse<[[0]], [1.0]> : tensor<4xi32>} : () -> ()

// -----

// Values are needed.
// expected-error@+1 {{expected ','}}
"u.a"() {a = sparse<[[0]]> : tensor<4xi32>} : () -> ()

// -----

// dense_resource needs a type.
// expected-error@+1 {{expected ':'}}
"u.a"() {a = dense_resource<x>} : () -> ()

// -----

// dense_resource needs a shaped type.
// expected-error@+1 {{`dense_resource` expected a shaped type}}
"u.a"() {a = dense_resource<x> : i32} : () -> ()

// -----

// dense_resource needs a key.
// expected-error@+1 {{expected identifier key for 'resource' entry}}
"u.a"() {a = dense_resource<> : tensor<2xi32>} : () -> ()

// -----

// dense_resource is closed.
// expected-error@+1 {{expected '>'}}
"u.a"() {a = dense_resource<x : tensor<2xi32>} : () -> ()

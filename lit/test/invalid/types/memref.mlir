// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Memref types that do not exist.

// No dimension is negative.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = memref<-1xf32>} : () -> ()

// -----

// An element type is needed.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = memref<4x>} : () -> ()

// -----

// An element type is needed alone.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = memref<>} : () -> ()

// -----

// No memrefs of tensors.
// expected-error@+1 {{invalid memref element type}}
"u.t"() {t = memref<4xtensor<4xf32>>} : () -> ()

// -----

// No memrefs of tuples.
// expected-error@+1 {{invalid memref element type}}
"u.t"() {t = memref<4xtuple<i32>>} : () -> ()

// -----

// No memrefs of functions.
// expected-error@+1 {{invalid memref element type}}
"u.t"() {t = memref<4x() -> ()>} : () -> ()

// -----

// No memrefs of none.
// expected-error@+1 {{invalid memref element type}}
"u.t"() {t = memref<4xnone>} : () -> ()

// -----

// No memrefs of unregistered types.
// expected-error@+1 {{invalid memref element type}}
"u.t"() {t = memref<4x!u.t>} : () -> ()

// -----

// The layout has as many dimensions.
// expected-error@+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
"u.t"() {t = memref<4xf32, affine_map<(d0, d1) -> (d0, d1)>>} : () -> ()

// -----

// As many strides as dimensions.
// expected-error@+1 {{expected the number of strides to match the rank}}
"u.t"() {t = memref<4x4xf32, strided<[1]>>} : () -> ()

// -----

// Strides of a scalar.
// expected-error@+1 {{expected the number of strides to match the rank}}
"u.t"() {t = memref<f32, strided<[1]>>} : () -> ()

// -----

// The layout before the space.
// expected-error@+1 {{expected memory space to be last in memref type}}
"u.t"() {t = memref<4xf32, 1, strided<[1]>>} : () -> ()

// -----

// One space.
// expected-error@+1 {{multiple memory spaces specified in memref type}}
"u.t"() {t = memref<4xf32, 1, 2>} : () -> ()

// -----

// A space of an unregistered dialect.
// expected-error@+1 {{unsupported memory space Attribute}}
"u.t"() {t = memref<4xf32, #u.space>} : () -> ()

// -----

// A space is no float.
// expected-error@+1 {{unsupported memory space Attribute}}
"u.t"() {t = memref<4xf32, 1.0>} : () -> ()

// -----

// A space is no array.
// expected-error@+1 {{unsupported memory space Attribute}}
"u.t"() {t = memref<4xf32, [1]>} : () -> ()

// -----

// No layout of unranked memrefs.
// expected-error@+1 {{cannot have affine map for unranked memref type}}
"u.t"() {t = memref<*xf32, strided<[1]>>} : () -> ()

// -----

// Two things behind an unranked memref.
// expected-error@+1 {{multiple memory spaces specified in memref type}}
"u.t"() {t = memref<*xf32, 1, 2>} : () -> ()

// -----

// A type is no space.
// expected-error@+1 {{unsupported memory space Attribute}}
"u.t"() {t = memref<4xf32, i32>} : () -> ()

// -----

// A trailing comma.
// expected-error@+1 {{expected list element}}
"u.t"() {t = memref<4xf32,>} : () -> ()

// -----

// Closed.
// expected-error@+1 {{expected ',' or '>' in memref type}}
"u.t"() {t = memref<4xf32} : () -> ()

// -----

// Strides in brackets.
// expected-error@+1 {{expected '['}}
"u.t"() {t = memref<4xf32, strided<1>>} : () -> ()

// -----

// Strides are closed.
// expected-error@+1 {{expected ']'}}
"u.t"() {t = memref<4xf32, strided<[1>>} : () -> ()

// -----

// An offset with its name.
// expected-error@+1 {{expected 'offset' after comma}}
"u.t"() {t = memref<4xf32, strided<[1], 5>>} : () -> ()

// -----

// An offset with a value.
// expected-error@+1 {{expected ':' after 'offset'}}
"u.t"() {t = memref<4xf32, strided<[1], offset>>} : () -> ()

// -----

// An offset that is a number.
// expected-error@+1 {{expected a 64-bit signed integer or '?'}}
"u.t"() {t = memref<4xf32, strided<[1], offset: x>>} : () -> ()

// -----

// Strides are numbers.
// expected-error@+1 {{expected a 64-bit signed integer or '?'}}
"u.t"() {t = memref<4xf32, strided<[x]>>} : () -> ()

// -----

// Strides fit into 64 bits.
// expected-error@+1 {{expected a 64-bit signed integer or '?'}}
"u.t"() {t = memref<4xf32, strided<[99999999999999999999]>>} : () -> ()

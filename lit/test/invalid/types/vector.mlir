// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Vector types that do not exist.

// No dimension is zero.
// expected-error@+1 {{vector types must have positive constant sizes but got 0}}
"u.t"() {t = vector<0xf32>} : () -> ()

// -----

// No inner dimension is zero.
// expected-error@+1 {{vector types must have positive constant sizes but got 4, 0}}
"u.t"() {t = vector<4x0xf32>} : () -> ()

// -----

// No dimension is dynamic.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = vector<?xf32>} : () -> ()

// -----

// No dimension is negative.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = vector<-1xf32>} : () -> ()

// -----

// No scalable dimension is zero.
// expected-error@+1 {{vector types must have positive constant sizes but got 0}}
"u.t"() {t = vector<[0]xf32>} : () -> ()

// -----

// A scalable dimension is closed.
// expected-error@+1 {{missing ']' closing scalable dimension}}
"u.t"() {t = vector<[4xf32>} : () -> ()

// -----

// A scalable dimension has a size.
// expected-error@+1 {{invalid dimension}}
"u.t"() {t = vector<[]xf32>} : () -> ()

// -----

// An element type is needed.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = vector<4x>} : () -> ()

// -----

// An element type is needed alone.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = vector<>} : () -> ()

// -----

// No vectors of vectors.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4xvector<4xf32>>} : () -> ()

// -----

// No vectors of tensors.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4xtensor<4xf32>>} : () -> ()

// -----

// No vectors of complex.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4xcomplex<f32>>} : () -> ()

// -----

// No vectors of tuples.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4xtuple<i32>>} : () -> ()

// -----

// No vectors of functions.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4x() -> ()>} : () -> ()

// -----

// No vectors of none.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4xnone>} : () -> ()

// -----

// No vectors of unregistered types.
// expected-error@+1 {{failed to verify 'elementType': VectorElementTypeInterface instance}}
"u.t"() {t = vector<4x!u.t>} : () -> ()

// -----

// Closed.
// expected-error@+1 {{expected '>' in vector type}}
"u.t"() {t = vector<4xf32} : () -> ()

// -----

// No encoding.
// expected-error@+1 {{expected '>' in vector type}}
"u.t"() {t = vector<4xf32, "e">} : () -> ()

// -----

// No star.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = vector<*xf32>} : () -> ()

// -----

// A hexadecimal number is a zero and an x.
// expected-error@+1 {{vector types must have positive constant sizes but got 0, 10}}
"u.t"() {t = vector<0x10xf32>} : () -> ()

// -----

// Dimensions are separated by x.
// expected-error@+1 {{expected 'x' in dimension list}}
"u.t"() {t = vector<4,4xf32>} : () -> ()

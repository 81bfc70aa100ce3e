// RUN: tile-opt --allow-unregistered-dialect --split-input-file --verify-diagnostics %s

// Tensor types that do not exist.

// No dimension is negative.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<-1xf32>} : () -> ()

// -----

// An element type is needed.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<4x>} : () -> ()

// -----

// An element type is needed alone.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<>} : () -> ()

// -----

// An element type is needed behind a star.
// expected-error@+1 {{expected 'x' in dimension list}}
"u.t"() {t = tensor<*>} : () -> ()

// -----

// A star stands alone.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<*x4xf32>} : () -> ()

// -----

// No tensors of tensors.
// expected-error@+1 {{invalid tensor element type}}
"u.t"() {t = tensor<4xtensor<4xf32>>} : () -> ()

// -----

// No tensors of memrefs.
// expected-error@+1 {{invalid tensor element type}}
"u.t"() {t = tensor<4xmemref<4xf32>>} : () -> ()

// -----

// No tensors of tuples.
// expected-error@+1 {{invalid tensor element type}}
"u.t"() {t = tensor<4xtuple<i32>>} : () -> ()

// -----

// No tensors of functions.
// expected-error@+1 {{invalid tensor element type}}
"u.t"() {t = tensor<4x() -> ()>} : () -> ()

// -----

// No tensors of none.
// expected-error@+1 {{invalid tensor element type}}
"u.t"() {t = tensor<4xnone>} : () -> ()

// -----

// No encoding of unranked tensors.
// expected-error@+1 {{cannot apply encoding to unranked tensor}}
"u.t"() {t = tensor<*xf32, "e">} : () -> ()

// -----

// One encoding.
// expected-error@+1 {{expected '>' in tensor type}}
"u.t"() {t = tensor<4xf32, "a", "b">} : () -> ()

// -----

// An encoding is an attribute.
// expected-error@+1 {{invalid type identifier}}
"u.t"() {t = tensor<4xf32, !>} : () -> ()

// -----

// Closed.
// expected-error@+1 {{expected '>' in tensor type}}
"u.t"() {t = tensor<4xf32} : () -> ()

// -----

// No scalable dimensions.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<[4]xf32>} : () -> ()

// -----

// A zero and an x, and then a type.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<0xff32>} : () -> ()

// -----

// A dimension fits into 64 bits.
// expected-error@+1 {{invalid dimension}}
"u.t"() {t = tensor<99999999999999999999xf32>} : () -> ()

// -----

// Stands in angle brackets.
// expected-error@+1 {{expected '<' in tensor type}}
"u.t"() {t = tensor} : () -> ()

// -----

// Dimensions are no floats.
// expected-error@+1 {{expected non-function type}}
"u.t"() {t = tensor<1.5xf32>} : () -> ()

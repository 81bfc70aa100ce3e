// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Element-wise operations: types follow from promotion and broadcasting.

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: i32) {
  %0 = tile.splat %a : i32 -> tensor<4xi32>
  // expected-error @below {{'tile.cast' op operand and result must have the same shape, but got 'tensor<4xi32>' and 'tensor<8xf32>'}}
  %1 = tile.cast %0 : tensor<4xi32> -> tensor<8xf32>
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @+2 {{expected ','}}
  // expected-note @below {{syntax: tile.add}}
  %0 = tile.add %p : f32 -> f32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{'tile.exp' op result type must be 'f32' by promotion and broadcasting, but got 'f16'}}
  %0 = tile.exp %p : f32 -> f16
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: i1, %q: f32) {
  // expected-error @below {{'tile.where' op result type must be 'f32' by promotion and broadcasting, but got 'f16'}}
  %0 = tile.where %p, %q, %q : i1, f32, f32 -> f16
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @+2 {{custom op 'tile.cmp' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge]}}
  // expected-note @below {{syntax: tile.cmp}}
  %0 = tile.cmp near, %p, %p : f32, f32 -> i1
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{'tile.and' op invalid operand: 'f32' is not an integer}}
  %0 = tile.and %p, %p : f32, f32 -> f32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{custom op 'tile.bogus' is unknown}}
  %0 = tile.bogus %p
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{custom op 'tile.mull' is unknown; did you mean 'tile.mul'?}}
  %0 = tile.mull %p, %p : f32, f32 -> f32
  tile.return
}
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Operations that change shapes have the new shape in their attributes or types.

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{'tile.splat' op result #0 must be tensor of numbers or pointers whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'f32'}}
  %1 = tile.splat %p : f32 -> f32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: i32) {
  %0 = tile.splat %p : i32 -> tensor<4xi32>
  // expected-error @below {{'tile.expand_dims' op result must have shape [1 4], but got 'tensor<4x1xi32>'}}
  %1 = tile.expand_dims %0 axis = 0 : tensor<4xi32> -> tensor<4x1xi32>
  tile.return
}
}

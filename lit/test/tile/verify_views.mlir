// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Tiles of arrays have as many indices and dimensions as the array, and the same type of elements.

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: !tile.array<?x?xf32>, %i: i32) {
  // expected-error @below {{'tile.stride' op axis must be less than 2, the array's number of dimensions, but got 2}}
  %0 = tile.stride %a, 2 : !tile.array<?x?xf32>
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: !tile.array<?x?xf32>, %i: i32) {
  // expected-error @below {{'tile.load_view' op the tile must have 2 dimensions as the array has, but got 'tensor<4xf32>'}}
  %0 = tile.load_view %a[%i, %i] : !tile.array<?x?xf32> -> tensor<4xf32>
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: !tile.array<?xf32>, %i: i32) {
  // expected-error @below {{'tile.load_view' op elements of the result must be of type 'f32', but got 'tensor<4xf16>'}}
  %0 = tile.load_view %a[%i] : !tile.array<?xf32> -> tensor<4xf16>
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
// expected-error @below {{expected an integer or float as element type of an array, but got 'index'}}
tile.kernel @k(%a: !tile.array<?xindex>) { tile.return }
}

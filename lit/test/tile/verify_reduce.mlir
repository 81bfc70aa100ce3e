// RUN: tile-opt %s --split-input-file --verify-diagnostics

// tile.reduce: operands of one shape, an axis they have, and a combiner over their elements.

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: i32) {
  %0 = tile.splat %a : i32 -> tensor<4xi32>
  // expected-error @below {{'tile.reduce' op axis must be less than 1, the number of dimensions, but got 1}}
  %1 = tile.reduce %0 axis = 1 {
  ^bb0(%x: i32, %y: i32):
    tile.yield %x : i32
  } : tensor<4xi32> -> i32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: i32) {
  %0 = tile.splat %a : i32 -> tensor<4xi32>
  // expected-error @below {{'tile.reduce' op the combiner must take 'i32', 'i32', but it takes 'i32', 'f32'}}
  %1 = tile.reduce %0 axis = 0 {
  ^bb0(%x: i32, %y: f32):
    tile.yield %x : i32
  } : tensor<4xi32> -> i32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%a: i32) {
  %0 = tile.splat %a : i32 -> tensor<4xi32>
  %1 = tile.splat %a : i32 -> tensor<8xi32>
  // expected-error @below {{'tile.reduce' op operands must have the same shape, but got 'tensor<4xi32>', 'tensor<8xi32>'}}
  %2:2 = tile.reduce %0, %1 axis = 0 {
  ^bb0(%x: i32, %x1: i32, %y: i32, %y1: i32):
    tile.yield %x, %y : i32, i32
  } : tensor<4xi32>, tensor<8xi32> -> i32, i32
  tile.return
}
}

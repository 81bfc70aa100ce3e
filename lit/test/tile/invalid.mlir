// RUN: tile-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{expected semantics (triton, cutile or torch), but got 'numpy'}}
module attributes {tile.semantics = #tile.semantics<numpy>} {}

// -----

// expected-error @below {{attribute 'tile.semantics' must be #tile.semantics, but got 1 : i32}}
module attributes {tile.semantics = 1 : i32} {}

// -----

tile.kernel @k(%a: i32) {
  // expected-error @below {{'tile.add' op no semantics are in force: set 'tile.semantics' on the module}}
  %b = tile.add %a, %a : i32, i32 -> i32
  tile.return
}

// -----

// expected-error @below {{'tile.kernel' op must have no results}}
tile.kernel @k() -> i32 {
  tile.return
}

// -----

// expected-error @below {{'tile.kernel' op argument #0 must be an array, pointer or number, but got 'index'}}
tile.kernel @k(%a: index) {
  tile.return
}

// -----

// expected-error @below {{expected an integer or float as pointee, but got 'index'}}
tile.kernel @k(%a: !tile.ptr<index>) {
  tile.return
}

// -----

// expected-error @below {{expected 2 strides, one for each dimension, but got 1}}
tile.kernel @k(%a: !tile.array<?x?xf32, strides = [1]>) {
  tile.return
}

// -----

// expected-error @below {{expected 1 strides, one for each dimension, but got 0}}
tile.kernel @k(%a: !tile.array<?xf32, strides = []>) {
  tile.return
}

// -----

tile.kernel @k() {
  // expected-error @below {{'tile.program_id' op axis must be 0, 1 or 2, but got 3}}
  %0 = tile.program_id 3
  tile.return
}

// -----

tile.kernel @k() {
  // expected-error @below {{'tile.iota' op 255 does not fit the elements of 'tensor<256xi8>'}}
  %0 = tile.iota : tensor<256xi8>
  tile.return
}

// -----

tile.kernel @k(%a: f32) {
  // expected-error @below {{'tile.splat' op elements of the result must be of type 'f32', but got 'tensor<4xf16>'}}
  %0 = tile.splat %a : f32 -> tensor<4xf16>
  tile.return
}

// -----

tile.kernel @k() {
  %0 = tile.iota : tensor<4xi32>
  // expected-error @below {{'tile.broadcast' op 'tensor<4xi32>' cannot be broadcast to 'tensor<4x8xi32>'}}
  %1 = tile.broadcast %0 : tensor<4xi32> -> tensor<4x8xi32>
  tile.return
}

// -----

tile.kernel @k() {
  %0 = tile.iota : tensor<4xi32>
  // expected-error @below {{'tile.reshape' op operand has 4 elements, but the result 8}}
  %1 = tile.reshape %0 : tensor<4xi32> -> tensor<8xi32>
  tile.return
}

// -----

tile.kernel @k() {
  %0 = tile.iota : tensor<4xi32>
  // expected-error @below {{'tile.expand_dims' op axis must be between 0 and 1, but got 2}}
  %1 = tile.expand_dims %0 axis = 2 : tensor<4xi32> -> tensor<4x1xi32>
  tile.return
}

// -----

tile.kernel @k(%p: !tile.ptr<f32>) {
  %0 = tile.iota : tensor<4xi1>
  tile.return
}
// expected-error @-3 {{'tile.iota' op result #0 must be tensor of integers whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'tensor<4xi1>'}}

// -----

tile.kernel @k() {
  // expected-error @below {{whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'tensor<6xi32>'}}
  %0 = tile.iota : tensor<6xi32>
  tile.return
}

// -----

tile.kernel @k(%s: f32) {
  // expected-error @below {{whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'tensor<8192x4096xf32>'}}
  %0 = tile.splat %s : f32 -> tensor<8192x4096xf32>
  tile.return
}

// -----

tile.kernel @k(%s: f32) {
  // expected-error @below {{whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'tensor<0xf32>'}}
  %0 = tile.splat %s : f32 -> tensor<0xf32>
  tile.return
}

// -----

tile.kernel @k(%p: !tile.ptr<f32>, %f: f32) {
  // expected-error @below {{'tile.addptr' op invalid operand: an offset must be an integer, but got 'f32'}}
  %0 = tile.addptr %p, %f : !tile.ptr<f32>, f32 -> !tile.ptr<f32>
  tile.return
}

// -----

tile.kernel @k(%p: !tile.ptr<f32>, %i: i32) {
  %m = tile.iota : tensor<4xi32>
  %q = tile.addptr %p, %i : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  %v = tile.splat %i : i32 -> tensor<4xi32>
  // expected-error @below {{operand #1 of shape [4] cannot be broadcast to the pointers' shape []}}
  tile.store %q, %v : !tile.ptr<f32>, tensor<4xi32>
  tile.return
}

// -----

tile.kernel @k(%p: !tile.ptr<f32>) {
  // expected-error @+2 {{expected 2 types, one for each operand, but got 1}}
  // expected-note @below {{syntax: tile.load}}
  %0 = tile.load %p, %p : !tile.ptr<f32>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<?x?xf32>) {
  %i = tile.program_id 0
  // expected-error @below {{'tile.load_view' op expected 2 indices, one for each dimension of the array, but got 1}}
  %0 = tile.load_view %a[%i] : !tile.array<?x?xf32> -> tensor<4x4xf32>
  tile.return
}

// -----

tile.kernel @k(%a: !tile.array<?xi32>) {
  %i = tile.program_id 0
  // expected-error @below {{'tile.load_view' op padding nan needs floats, but the elements are of type 'i32'}}
  %0 = tile.load_view %a[%i] padding nan : !tile.array<?xi32> -> tensor<4xi32>
  tile.return
}

// -----

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%a: !tile.array<?xf16>) {
    %i = tile.program_id 0
    %0 = tile.load_view %a[%i] : !tile.array<?xf16> -> tensor<4xf16>
    %1 = tile.cast %0 : tensor<4xf16> -> tensor<4xf32>
    // expected-error @below {{cutile semantics do not convert 'f32' to 'f16' implicitly}}
    tile.store_view %1, %a[%i] : tensor<4xf32>, !tile.array<?xf16>
    tile.return
  }
}

// -----

tile.kernel @k(%a: !tile.array<?xi32>) {
  // expected-error @below {{'tile.dim' op axis must be less than 1, the array's number of dimensions, but got 1}}
  %0 = tile.dim %a, 1 : !tile.array<?xi32>
  tile.return
}

// -----

tile.kernel @k() {
  %0 = tile.iota : tensor<4xi32>
  // expected-error @below {{'tile.reduce' op the combiner must yield 'i32', but it yields 'i64'}}
  %1 = tile.reduce %0 axis = 0 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.extsi %a : i32 to i64
    tile.yield %c : i64
  } : tensor<4xi32> -> i32
  tile.return
}

// -----

tile.kernel @k() {
  %0 = tile.iota : tensor<4xi32>
  // expected-error @below {{'tile.reduce' op result #0 must be of type 'i32', but got 'tensor<4xi32>'}}
  %1 = tile.reduce %0 axis = 0 {
  ^bb0(%a: i32, %b: i32):
    tile.yield %a : i32
  } : tensor<4xi32> -> tensor<4xi32>
  tile.return
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%a: f16, %b: bf16) {
    // expected-error @below {{'tile.add' op result type must be 'f32' by promotion and broadcasting, but got 'f16'}}
    %0 = tile.add %a, %b : f16, bf16 -> f16
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @k(%a: f16, %b: bf16) {
    // expected-error @below {{'tile.add' op no common type of 'f16' and 'bf16' in cutile semantics}}
    %0 = tile.add %a, %b : f16, bf16 -> f32
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%a: ui8) {
    %n = tile.literal 256
    // expected-error @below {{'tile.add' op literal is out of range: 256 does not fit 'ui8'}}
    %0 = tile.add %a, %n : ui8, !tile.literal<int> -> ui8
    tile.return
  }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k() {
    %a = tile.iota : tensor<4xi32>
    %b = tile.iota : tensor<8xi32>
    // expected-error @below {{'tile.add' op incompatible shapes: 4 and 8 differ in dimension 0, which is 4 on one side and 8 on the other; they must be equal, or one of them 1}}
    %0 = tile.add %a, %b : tensor<4xi32>, tensor<8xi32> -> tensor<8xi32>
    tile.return
  }
}

// -----

tile.kernel @k() {
  %n = tile.literal 300
  // expected-error @below {{'tile.cast' op literal is out of range: 300 does not fit 'i8'}}
  %0 = tile.cast %n : !tile.literal<int> -> i8
  tile.return
}

// -----

// expected-error @below {{expected a kind of literal (bool, int or float), but got 'text'}}
tile.kernel @k(%a: !tile.literal<text>) {
  tile.return
}

// -----

tile.kernel @k(%n: i32) {
  %c1 = arith.constant 1 : i32
  // expected-error @below {{attribute 'tile.num_stages' must be a number of tiles, an i32 that is at least 0, but got -2 : i32}}
  scf.for %i = %c1 to %n step %c1 : i32 {
    scf.yield
  } {tile.num_stages = -2 : i32}
  tile.return
}

// -----

tile.kernel @k() {
  // expected-error @below {{attribute 'tile.num_stages' is only allowed on loops}}
  %c1 = arith.constant {tile.num_stages = 2 : i32} 1 : i32
  tile.return
}

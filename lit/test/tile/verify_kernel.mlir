// RUN: tile-opt %s --split-input-file --verify-diagnostics

// A kernel takes arrays, pointers and numbers; programs have three axes; blocks end in a terminator.

module attributes {tile.semantics = #tile.semantics<triton>} {
// expected-error @below {{'tile.kernel' op argument #0 must be an array, pointer or number, but got 'tensor<4xi32>'}}
tile.kernel @k(%a: tensor<4xi32>) { tile.return }
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{'tile.program_id' op axis must be 0, 1 or 2, but got -1}}
  %0 = tile.program_id -1
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{'tile.num_programs' op axis must be 0, 1 or 2, but got 3}}
  tile.num_programs 3
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{block with no terminator, has %0 = "tile.add"(%arg0, %arg0) : (f32, f32) -> f32}}
  tile.add %p, %p : f32, f32 -> f32
}
}

// -----

// expected-error @below {{'tile.return' op expects parent op 'tile.kernel'}}
tile.return

// -----

// expected-error@below {{tile.may_overlap is only allowed on pointers and arrays, but argument #0 is 'i32'}}
tile.kernel @k(%n: i32 {tile.may_overlap}) {
  tile.return
}

// -----

// expected-error@below {{tile.may_overlap of argument #0 must be a unit attribute, but got 3 : i32}}
tile.kernel @k(%n: !tile.ptr<i32> {tile.may_overlap = 3 : i32}) {
  tile.return
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics

// Loads and stores go through pointers, with masks of i1.

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: !tile.ptr<f32>, %x: f32, %m: i32) {
  // expected-error @below {{'tile.store' op operand #2 must be i1, or tensor of i1 whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'i32'}}
  tile.store %p, %x, %m : !tile.ptr<f32>, f32, i32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: f32) {
  // expected-error @below {{'tile.load' op operand #0 must be pointer, or tensor of pointers whose dimensions are powers of two, or sums of up to four of them that are at least 8, but got 'f32'}}
  %0 = tile.load %p : f32
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: !tile.ptr<f32>) {
  // expected-error @+2 {{custom op 'tile.load' expected 1 to 3 operands, but got 4}}
  // expected-note @below {{syntax: tile.load}}
  %0 = tile.load %p, %p, %p, %p : !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>, !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
// expected-error @below {{expected an integer or float as pointee, but got '!tile.ptr<f32>'}}
tile.kernel @k(%p: !tile.ptr<!tile.ptr<f32>>) {
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{'tile.load' op cannot have the cache operator wb: PTX only allows ca, cg, cs, cv}}
  %0 = tile.load %p cache wb : !tile.ptr<f32>
  tile.return
}
}

// -----

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%p: !tile.ptr<f32>, %x: f32) {
  // expected-error @below {{'tile.store' op cannot have the cache operator ca: PTX only allows wb, cg, cs, wt}}
  tile.store %p, %x cache ca : !tile.ptr<f32>, f32
  tile.return
}
}

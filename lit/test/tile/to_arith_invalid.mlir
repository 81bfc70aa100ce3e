// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-to-arith)' --verify-diagnostics

module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%a: i32, %b: f32) {
    // expected-error @below {{operand #0 must be of type 'f32', but got 'i32': run tile-promote and tile-broadcast first}}
    %0 = tile.add %a, %b : i32, f32 -> f32
    tile.return
  }
}

// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu-assign-layouts)'

tile.kernel @no_rule(%x: !tile.array<?x?xf32>, %i: i32) {
  // expected-error @+1 {{'tile.load_view' op has no rule for layouts}}
  %y = tile.load_view %x[%i, %i] : !tile.array<?x?xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

tile.kernel @not_a_power_of_two() {
  // expected-error @+1 {{no layout for tensors of shape [48]}}
  %x = arith.constant dense<0.0> : tensor<48xf32>
  tile.return
}

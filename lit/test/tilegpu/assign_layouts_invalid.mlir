// RUN: tile-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu-assign-layouts)'

tile.kernel @no_rule(%s: f32) {
  %x = tile.splat %s : f32 -> tensor<4x8xf32>
  // expected-error @+1 {{'tile.sort' op has no rule for layouts}}
  %y = tile.sort %x axis = 1 : tensor<4x8xf32> -> tensor<4x8xf32>
  tile.return
}

// -----

// expected-error @+1 {{no layout for tensors of shape [48]}}
tile.kernel @not_a_power_of_two() {
  %x = arith.constant dense<0.0> : tensor<48xf32>
  tile.return
}

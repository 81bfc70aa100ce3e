// Even if spilling is allowed, it has a limit: no code is generated that no compiler would finish.

// RUN: not tile-compile %s --allow-spills 2>&1 | filecheck %s
// CHECK: spill_limit.mlir:[[# @LINE + 8]]:8: error: 'tile.dot' op needs at least {{[0-9]+}} registers per thread for what is live here
// CHECK-SAME: ; 16320 registers are the most that spilling is allowed for
module attributes {tile.semantics = #tile.semantics<cutile>} {
tile.kernel @k(%x: !tile.array<2048x16xf32>, %y: !tile.array<16x2048xf32>, %z: !tile.array<2048x2048xf32>) {
  %i = arith.constant 0 : i32
  %a = tile.load_view %x[%i, %i] : !tile.array<2048x16xf32> -> tensor<2048x16xf32>
  %b = tile.load_view %y[%i, %i] : !tile.array<16x2048xf32> -> tensor<16x2048xf32>
  %n = arith.constant dense<0.0> : tensor<2048x2048xf32>
  %d = tile.dot %a, %b, %n : tensor<2048x16xf32>, tensor<16x2048xf32> -> tensor<2048x2048xf32>
  %t = tile.permute %d [1, 0] : tensor<2048x2048xf32> -> tensor<2048x2048xf32>
  %s = tile.add %d, %t : tensor<2048x2048xf32>, tensor<2048x2048xf32> -> tensor<2048x2048xf32>
  tile.store_view %s, %z[%i, %i] : tensor<2048x2048xf32>, !tile.array<2048x2048xf32>
  tile.return
}
}

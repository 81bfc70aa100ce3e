// RUN: tile-opt %s --split-input-file --verify-diagnostics --tile-split-rows='parts=1 remarks=true'

// One block reduces a row in a loop. Several blocks could share this work.

tile.kernel @sum(%x: !tile.ptr<f32>, %out: !tile.ptr<f32>, %n: i32) {
  %zero = arith.constant dense<0.0> : tensor<128xf32>
  %c0 = arith.constant 0 : i32
  %c128 = arith.constant 128 : i32
  %i = tile.iota : tensor<128xi32>
  %xs = tile.splat %x : !tile.ptr<f32> -> tensor<128x!tile.ptr<f32>>
  // expected-remark@+1 {{one block reduces the whole row in this loop}}
  %sums = scf.for %k = %c0 to %n step %c128 iter_args(%acc = %zero) -> (tensor<128xf32>) : i32 {
    %ks = tile.splat %k : i32 -> tensor<128xi32>
    %at = arith.addi %ks, %i : tensor<128xi32>
    %p = tile.addptr %xs, %at : tensor<128x!tile.ptr<f32>>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %v = tile.load %p : tensor<128x!tile.ptr<f32>>
    %next = arith.addf %acc, %v : tensor<128xf32>
    scf.yield %next : tensor<128xf32>
  }
  %sum = tile.reduce %sums axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tile.yield %s : f32
  } : tensor<128xf32> -> f32
  tile.store %out, %sum : !tile.ptr<f32>, f32
  tile.return
}

// -----

// There is no remark for a loop with stores, because it cannot be divided into parts.

tile.kernel @copy(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %k = %c0 to %n step %c1 : i32 {
    %p = tile.addptr %x, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %q = tile.addptr %y, %k : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %v = tile.load %p : !tile.ptr<f32>
    tile.store %q, %v : !tile.ptr<f32>, f32
  }
  tile.return
}

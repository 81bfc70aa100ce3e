// RUN: tile-opt %s --allow-unregistered-dialect --tile-promote --tile-broadcast --cse | filecheck %s

// A loop carries the source of a broadcast instead of a tensor that repeats it.

module attributes {tile.semantics = #tile.semantics<triton>} {

// All elements are equal in each iteration, so the loop carries a number. What else the loop uses it for is of a splat.
// CHECK-LABEL: @count
// CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[N:.*]] = %[[ZERO]]) -> (f32)
// CHECK:   %[[S:.*]] = tile.splat %[[N]] : f32 -> tensor<4x8xf32>
// CHECK:   "test.use"(%[[S]])
// CHECK:   %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:   %[[NEXT:.*]] = arith.addf %[[N]], %[[ONE]] : f32
// CHECK:   scf.yield %[[NEXT]] : f32
// CHECK: %[[T:.*]] = tile.splat %[[R]] : f32 -> tensor<4x8xf32>
// CHECK: "test.use"(%[[T]])
tile.kernel @count(%lower: i32, %upper: i32, %step: i32) {
  %zero = arith.constant dense<0.0> : tensor<4x8xf32>
  %one = arith.constant dense<1.0> : tensor<4x8xf32>
  %r = scf.for %i = %lower to %upper step %step iter_args(%n = %zero) -> (tensor<4x8xf32>) : i32 {
    "test.use"(%n) : (tensor<4x8xf32>) -> ()
    %next = arith.addf %n, %one : tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  "test.use"(%r) : (tensor<4x8xf32>) -> ()
  tile.return
}

// A pointer moves by a distance that all elements share. A scalar condition selects whole tensors.
// CHECK-LABEL: @moves
// CHECK: scf.for {{.*}} iter_args(%[[P:.*]] = %arg0, %[[V:.*]] = %arg4) -> (!tile.ptr<f32>, f32)
// CHECK:   %[[Q:.*]] = tile.addptr %[[P]], %arg3 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
// CHECK:   %[[W:.*]] = arith.select %arg5, %[[V]], %arg4 : f32
// CHECK:   scf.yield %[[Q]], %[[W]] : !tile.ptr<f32>, f32
tile.kernel @moves(%p: !tile.ptr<f32>, %lower: i32, %upper: i32, %step: i32, %x: f32, %keep: i1) {
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  %steps = tile.splat %step : i32 -> tensor<8xi32>
  %xs = tile.splat %x : f32 -> tensor<8xf32>
  %at = tile.iota : tensor<8xi32>
  %end:2 = scf.for %i = %lower to %upper step %step iter_args(%q = %ps, %v = %xs) -> (tensor<8x!tile.ptr<f32>>, tensor<8xf32>) : i32 {
    %here = tile.addptr %q, %at : tensor<8x!tile.ptr<f32>>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
    tile.store %here, %v : tensor<8x!tile.ptr<f32>>, tensor<8xf32>
    %next = tile.addptr %q, %steps : tensor<8x!tile.ptr<f32>>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
    %w = arith.select %keep, %v, %xs : tensor<8xf32>
    scf.yield %next, %w : tensor<8x!tile.ptr<f32>>, tensor<8xf32>
  }
  "test.use"(%end#0, %end#1) : (tensor<8x!tile.ptr<f32>>, tensor<8xf32>) -> ()
  tile.return
}

// Elements differ after the first iteration: in both dimensions, or by what another carried tensor adds.
// CHECK-LABEL: @differ
// CHECK: scf.for {{.*}} -> (tensor<4x8xi32>, tensor<4x8xi32>)
tile.kernel @differ(%lower: i32, %upper: i32, %step: i32) {
  %zero = arith.constant dense<0> : tensor<4x8xi32>
  %rows = tile.iota : tensor<4xi32>
  %columns = tile.iota : tensor<8xi32>
  %row = tile.expand_dims %rows axis = 1 : tensor<4xi32> -> tensor<4x1xi32>
  %end:2 = scf.for %i = %lower to %upper step %step iter_args(%a = %zero, %b = %zero) -> (tensor<4x8xi32>, tensor<4x8xi32>) : i32 {
    %c = tile.add %a, %row : tensor<4x8xi32>, tensor<4x1xi32> -> tensor<4x8xi32>
    %d = tile.add %c, %columns : tensor<4x8xi32>, tensor<8xi32> -> tensor<4x8xi32>
    %e = arith.addi %b, %a : tensor<4x8xi32>
    scf.yield %d, %e : tensor<4x8xi32>, tensor<4x8xi32>
  }
  "test.use"(%end#0, %end#1) : (tensor<4x8xi32>, tensor<4x8xi32>) -> ()
  tile.return
}
}

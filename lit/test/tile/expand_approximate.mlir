// RUN: tile-opt %s --tile-expand-math | filecheck %s

// Where functions may be approximated, erf takes the target's exponential.
// CHECK-LABEL: @approximated
tile.kernel @approximated(%n: f32) {
  %x = tile.splat %n : f32 -> tensor<4xf32>
  // CHECK: math.exp2 %{{.*}} fastmath<afn> : tensor<4xf32>
  %0 = math.erf %x fastmath<afn> : tensor<4xf32>
  // CHECK-NOT: math.exp2
  %1 = math.erf %x : tensor<4xf32>
  tile.return
}

// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-expand-math)' | filecheck %s
// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-expand-math{exponentials})' | filecheck %s --check-prefix=ALL

// CHECK-LABEL: @narrow
tile.kernel @narrow(%x: !tile.ptr<f16>, %a: f16, %b: f64, %q: f128) {
  // Functions of narrow formats are computed in f32.
  // CHECK: arith.extf {{.*}} : f16 to f32
  // CHECK-NOT: math.log
  // CHECK: arith.truncf {{.*}} : f32 to f16
  %0 = math.log %a : f16
  // There is an instruction for exp up to f32.
  // CHECK: math.exp {{.*}} : f16
  // ALL-NOT: math.exp
  %1 = math.exp %0 : f16
  // CHECK-NOT: math.exp
  %2 = math.exp %b : f64
  // Operations without an expansion stay.
  // CHECK: math.sin {{.*}} : f128
  // CHECK-NOT: math.erfc
  %3 = math.sin %q : f128
  %4 = math.erfc %a : f16
  tile.return
}

// Reductions compute on scalars.
// CHECK-LABEL: @inside
tile.kernel @inside(%x: !tile.ptr<f32>) {
  %0 = arith.constant dense<1.0> : tensor<8xf32>
  // CHECK: tile.reduce
  // CHECK-NOT: math.log
  // CHECK: arith.bitcast {{.*}} : f32 to i32
  %1 = tile.reduce %0 axis = 0 {
  ^bb0(%p: f32, %q: f32):
    %2 = math.log %p : f32
    %3 = arith.addf %2, %q : f32
    tile.yield %3 : f32
  } : tensor<8xf32> -> f32
  tile.store %x, %1 : !tile.ptr<f32>, f32
  tile.return
}

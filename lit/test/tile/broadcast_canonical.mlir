// RUN: tile-opt %s --allow-unregistered-dialect --tile-promote --tile-broadcast | filecheck %s
// RUN: tile-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(tile-promote,tile-broadcast{canonicalize=false})' | filecheck %s --check-prefix=EXPLICIT

module attributes {tile.semantics = #tile.semantics<triton>} {

// Operations on scalars, also of addresses, stay scalar until a tensor needs the result.
// CHECK-LABEL: @scalars
// EXPLICIT-LABEL: @scalars
tile.kernel @scalars(%s: f32, %t: f32, %p: !tile.ptr<f32>, %n: i32) {
  // CHECK: %[[M:.*]] = tile.mul %arg0, %arg1 : f32, f32 -> f32
  // CHECK: %[[E:.*]] = tile.exp %[[M]] : f32 -> f32
  // CHECK: %[[S:.*]] = tile.splat %[[E]] : f32 -> tensor<4x8xf32>
  // CHECK: "test.use"(%[[S]])
  // EXPLICIT: tile.mul %{{.*}}, %{{.*}} : tensor<4x8xf32>
  %0 = tile.splat %s : f32 -> tensor<4x8xf32>
  %1 = tile.mul %0, %t : tensor<4x8xf32>, f32 -> tensor<4x8xf32>
  %2 = tile.exp %1 : tensor<4x8xf32> -> tensor<4x8xf32>
  "test.use"(%2) : (tensor<4x8xf32>) -> ()
  // CHECK: %[[Q:.*]] = tile.addptr %arg2, %arg3 : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
  // CHECK: %[[R:.*]] = tile.splat %[[Q]]
  // CHECK: "test.use"(%[[R]])
  %3 = tile.splat %p : !tile.ptr<f32> -> tensor<8x!tile.ptr<f32>>
  %4 = tile.splat %n : i32 -> tensor<8xi32>
  %5 = tile.addptr %3, %4 : tensor<8x!tile.ptr<f32>>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
  "test.use"(%5) : (tensor<8x!tile.ptr<f32>>) -> ()
  tile.return
}

// A row and a scalar give a row. A row and a column give a whole tensor, so operations after that are on whole tensors.
// CHECK-LABEL: @rows
tile.kernel @rows(%a: !tile.array<?x?xf16>, %s: f32, %i: i32) {
  // CHECK: %[[ROW:.*]] = tile.load_view %arg0
  %row = tile.load_view %a[%i, %i] : !tile.array<?x?xf16> -> tensor<1x8xf16>
  // CHECK: %[[COLUMN:.*]] = tile.load_view %arg0
  %column = tile.load_view %a[%i, %i] : !tile.array<?x?xf16> -> tensor<4x1xf16>
  // CHECK-DAG: %[[C:.*]] = tile.cast %[[ROW]] : tensor<1x8xf16> -> tensor<1x8xf32>
  // CHECK-DAG: %[[S:.*]] = tile.splat %arg1 : f32 -> tensor<1x8xf32>
  // CHECK: %[[ADD:.*]] = tile.add %[[C]], %[[S]] : tensor<1x8xf32>, tensor<1x8xf32> -> tensor<1x8xf32>
  %wide = tile.broadcast %row : tensor<1x8xf16> -> tensor<4x8xf16>
  %c = tile.cast %wide : tensor<4x8xf16> -> tensor<4x8xf32>
  %full = tile.splat %s : f32 -> tensor<4x8xf32>
  %sum = tile.add %c, %full : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %[[CMP:.*]] = tile.cmp lt, %[[ADD]], %{{.*}} : tensor<1x8xf32>, tensor<1x8xf32> -> tensor<1x8xi1>
  %zero = tile.literal 0.0
  %less = tile.cmp lt, %sum, %zero : tensor<4x8xf32>, !tile.literal<float> -> tensor<4x8xi1>
  // CHECK: %[[CHOSEN:.*]] = tile.where %[[CMP]], %{{.*}}, %[[ADD]] : tensor<1x8xi1>, tensor<1x8xf32>, tensor<1x8xf32>
  %chosen = tile.where %less, %zero, %sum : tensor<4x8xi1>, !tile.literal<float>, tensor<4x8xf32> -> tensor<4x8xf32>
  // CHECK: %[[WIDE:.*]] = tile.broadcast %[[CHOSEN]] : tensor<1x8xf32> -> tensor<4x8xf32>
  // CHECK: tile.mul %{{.*}}, %[[WIDE]] : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %product = tile.mul %column, %chosen : tensor<4x1xf16>, tensor<4x8xf32> -> tensor<4x8xf32>
  "test.use"(%product) : (tensor<4x8xf32>) -> ()
  tile.return
}

// Broadcasts merge with expansions of dimensions and with each other.
// CHECK-LABEL: @merge
func.func @merge(%x: tensor<8xf32>, %s: f32) {
  // CHECK-NEXT: %[[A:.*]] = tile.broadcast %arg0 : tensor<8xf32> -> tensor<2x4x8xf32>
  // CHECK-NEXT: "test.use"(%[[A]])
  %0 = tile.expand_dims %x axis = 0 : tensor<8xf32> -> tensor<1x8xf32>
  %1 = tile.broadcast %0 : tensor<1x8xf32> -> tensor<4x8xf32>
  %2 = tile.broadcast %1 : tensor<4x8xf32> -> tensor<2x4x8xf32>
  "test.use"(%2) : (tensor<2x4x8xf32>) -> ()
  // CHECK-NEXT: %[[B:.*]] = tile.expand_dims %arg0 axis = 1 : tensor<8xf32> -> tensor<8x1xf32>
  // CHECK-NEXT: %[[C:.*]] = tile.broadcast %[[B]] : tensor<8x1xf32> -> tensor<4x8x1xf32>
  // CHECK-NEXT: "test.use"(%[[C]])
  %3 = tile.broadcast %x : tensor<8xf32> -> tensor<4x8xf32>
  %4 = tile.expand_dims %3 axis = 2 : tensor<4x8xf32> -> tensor<4x8x1xf32>
  "test.use"(%4) : (tensor<4x8x1xf32>) -> ()
  // CHECK-NEXT: %[[D:.*]] = tile.splat %arg1 : f32 -> tensor<4x2xf32>
  // CHECK-NEXT: "test.use"(%[[D]])
  %5 = tile.splat %s : f32 -> tensor<2xf32>
  %6 = tile.broadcast %5 : tensor<2xf32> -> tensor<4x2xf32>
  %7 = tile.reshape %6 : tensor<4x2xf32> -> tensor<8xf32>
  %8 = tile.reshape %7 : tensor<8xf32> -> tensor<2x4xf32>
  %9 = tile.permute %8 [1, 0] : tensor<2x4xf32> -> tensor<4x2xf32>
  "test.use"(%9) : (tensor<4x2xf32>) -> ()
  // CHECK-NEXT: "test.use"(%arg0)
  %10 = tile.broadcast %x : tensor<8xf32> -> tensor<8xf32>
  "test.use"(%10) : (tensor<8xf32>) -> ()
  // CHECK-NEXT: %[[E:.*]] = arith.constant dense<2> : tensor<4x8xi32>
  // CHECK-NEXT: "test.use"(%[[E]])
  %c = arith.constant 2 : i32
  %11 = tile.splat %c : i32 -> tensor<8xi32>
  %12 = tile.broadcast %11 : tensor<8xi32> -> tensor<4x8xi32>
  "test.use"(%12) : (tensor<4x8xi32>) -> ()
  return
}

// The maximum of equal numbers is that number, but this is not true for their sum.
// CHECK-LABEL: @reductions
func.func @reductions(%x: tensor<4x1xf32>) {
  // CHECK: %[[M:.*]] = tile.reduce max %arg0 axis = 1 : tensor<4x1xf32> -> tensor<4xf32>
  // CHECK-NEXT: "test.use"(%[[M]])
  %0 = tile.broadcast %x : tensor<4x1xf32> -> tensor<4x8xf32>
  %1 = tile.reduce %0 axis = 1 {
  ^bb0(%a: f32, %b: f32):
    %m = tile.max %a, %b : f32, f32 -> f32
    tile.yield %m : f32
  } : tensor<4x8xf32> -> tensor<4xf32>
  "test.use"(%1) : (tensor<4xf32>) -> ()
  // CHECK: tile.reduce add %{{.*}} axis = 1 : tensor<4x8xf32> -> tensor<4xf32>
  %2 = tile.reduce %0 axis = 1 {
  ^bb0(%a: f32, %b: f32):
    %m = tile.add %a, %b : f32, f32 -> f32
    tile.yield %m : f32
  } : tensor<4x8xf32> -> tensor<4xf32>
  "test.use"(%2) : (tensor<4xf32>) -> ()
  // If a reduction is along another dimension than the repeated one, one copy is enough for every kind of reduction.
  // CHECK: %[[S:.*]] = tile.reduce add %arg0 axis = 0 : tensor<4x1xf32> -> tensor<1xf32>
  // CHECK-NEXT: %[[T:.*]] = tile.broadcast %[[S]] : tensor<1xf32> -> tensor<8xf32>
  // CHECK-NEXT: "test.use"(%[[T]])
  %3 = tile.reduce %0 axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %m = tile.add %a, %b : f32, f32 -> f32
    tile.yield %m : f32
  } : tensor<4x8xf32> -> tensor<8xf32>
  "test.use"(%3) : (tensor<8xf32>) -> ()
  return
}

}

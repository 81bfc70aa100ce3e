// RUN: tile-opt %s --tile-promote --tile-broadcast | filecheck %s

module attributes {tile.semantics = #tile.semantics<triton>} {

// A comparison of a widened bool with 0 or 1 becomes an exclusive or of bools. Sorting networks compare with bits of an
// index, which are broadcast: the comparison with zero moves before the broadcast.
// CHECK-LABEL: func.func @network(
func.func @network(%x: tensor<4x2x2xf32>, %y: tensor<4x2x2xf32>) -> (tensor<4x2x2xi1>, tensor<4x2x2xi1>) {
  %r = tile.iota : tensor<2xi32>
  %a = tile.reshape %r : tensor<2xi32> -> tensor<1x2x1xi32>
  %b = tile.reshape %r : tensor<2xi32> -> tensor<1x1x2xi32>
  %ab = tile.broadcast %a : tensor<1x2x1xi32> -> tensor<1x2x2xi32>
  %bb = tile.broadcast %b : tensor<1x1x2xi32> -> tensor<1x2x2xi32>
  // CHECK: %[[FLIP:.*]] = arith.xori %{{.*}} : tensor<1x2x2xi32>
  %flip = arith.xori %ab, %bb : tensor<1x2x2xi32>
  %flips = tile.broadcast %flip : tensor<1x2x2xi32> -> tensor<4x2x2xi32>
  // CHECK: %[[GREATER:.*]] = arith.cmpf ogt
  %greater = arith.cmpf ogt, %x, %y : tensor<4x2x2xf32>
  %wide = arith.extui %greater : tensor<4x2x2xi1> to tensor<4x2x2xi32>
  // CHECK: %[[SET:.*]] = arith.cmpi ne, %[[FLIP]], %{{.*}} : tensor<1x2x2xi32>
  // CHECK: %[[SETS:.*]] = tile.broadcast %[[SET]] : tensor<1x2x2xi1> -> tensor<4x2x2xi1>
  // CHECK: %[[DIFFER:.*]] = arith.xori %[[GREATER]], %[[SETS]] : tensor<4x2x2xi1>
  %differ = arith.cmpi ne, %wide, %flips : tensor<4x2x2xi32>
  // CHECK: %[[CLEAR:.*]] = arith.cmpi eq, %[[FLIP]], %{{.*}} : tensor<1x2x2xi32>
  // CHECK: %[[CLEARS:.*]] = tile.broadcast %[[CLEAR]]
  // CHECK: %[[SAME:.*]] = arith.xori %[[GREATER]], %[[CLEARS]] : tensor<4x2x2xi1>
  %same = arith.cmpi eq, %flips, %wide : tensor<4x2x2xi32>
  // CHECK: return %[[DIFFER]], %[[SAME]]
  return %differ, %same : tensor<4x2x2xi1>, tensor<4x2x2xi1>
}

// The loosely typed operations are treated in the same way. The number may be a bool itself.
// CHECK-LABEL: func.func @loose(
func.func @loose(%x: tensor<4xi1>, %y: tensor<4xi1>) -> tensor<4xi1> {
  %a = tile.cast %x : tensor<4xi1> -> tensor<4xui8>
  // CHECK: %[[B:.*]] = tile.cast %arg1
  %b = tile.cast %y : tensor<4xi1> -> tensor<4xui8>
  // CHECK: %[[SET:.*]] = tile.cmp ne, %[[B]], %{{.*}} : tensor<4xui8>, tensor<4xui8> -> tensor<4xi1>
  // CHECK: tile.xor %arg0, %[[SET]] : tensor<4xi1>, tensor<4xi1> -> tensor<4xi1>
  %differ = tile.cmp ne, %a, %b : tensor<4xui8>, tensor<4xui8> -> tensor<4xi1>
  return %differ : tensor<4xi1>
}

// Comparisons with other numbers, with other predicates, and of signed extensions do not change.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: xor
func.func @others(%x: tensor<4xi1>, %n: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %wide = arith.extui %x : tensor<4xi1> to tensor<4xi32>
  %sign = arith.extsi %x : tensor<4xi1> to tensor<4xi32>
  %small = tile.iota : tensor<2xi32>
  %pairs = tile.broadcast %small : tensor<2xi32> -> tensor<2x2xi32>
  %bits = tile.reshape %pairs : tensor<2x2xi32> -> tensor<4xi32>
  %four = tile.iota : tensor<4xi32>
  // CHECK: arith.cmpi ne
  %0 = arith.cmpi ne, %wide, %n : tensor<4xi32>
  // CHECK: arith.cmpi ne
  %1 = arith.cmpi ne, %wide, %four : tensor<4xi32>
  // CHECK: arith.cmpi ult
  %2 = arith.cmpi ult, %wide, %bits : tensor<4xi32>
  // CHECK: arith.cmpi ne
  %3 = arith.cmpi ne, %sign, %bits : tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
}

// RUN: tile-opt %s --split-input-file --tile-broadcast | filecheck %s

// The exclusive or of both elements of a pair with one of them is the other one.

// CHECK-LABEL: func.func @of_bits
// CHECK: %[[Y:.*]] = tile.flip %arg0 axis = 1 : tensor<8x2x4xf32>
// CHECK-NEXT: return %[[Y]]
func.func @of_bits(%x: tensor<8x2x4xf32>) -> tensor<8x2x4xf32> {
  %bits = tile.bitcast %x : tensor<8x2x4xf32> -> tensor<8x2x4xi32>
  %both = tile.reduce %bits axis = 1 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %b, %a : i32
    tile.yield %c : i32
  } : tensor<8x2x4xi32> -> tensor<8x4xi32>
  %row = tile.expand_dims %both axis = 1 : tensor<8x4xi32> -> tensor<8x1x4xi32>
  %twice = tile.broadcast %row : tensor<8x1x4xi32> -> tensor<8x2x4xi32>
  %other = arith.xori %twice, %bits : tensor<8x2x4xi32>
  %y = tile.bitcast %other : tensor<8x2x4xi32> -> tensor<8x2x4xf32>
  return %y : tensor<8x2x4xf32>
}

// -----

// Along the first axis, the dimension need not be expanded.

// CHECK-LABEL: func.func @first_axis
// CHECK-NEXT: %[[Y:.*]] = tile.flip %{{.*}} axis = 0 : tensor<2x4xi32>
// CHECK-NEXT: return %[[Y]]
func.func @first_axis(%x: tensor<2x4xi32>) -> tensor<2x4xi32> {
  %both = tile.reduce %x axis = 0 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tile.yield %c : i32
  } : tensor<2x4xi32> -> tensor<4xi32>
  %twice = tile.broadcast %both : tensor<4xi32> -> tensor<2x4xi32>
  %other = arith.xori %x, %twice : tensor<2x4xi32>
  return %other : tensor<2x4xi32>
}

// -----

// Four elements, sums, and other tensors have no other element.

// CHECK-LABEL: func.func @not_pairs
// CHECK-NOT: tile.flip
// CHECK: return
func.func @not_pairs(%x: tensor<8x4xi32>, %y: tensor<8x2xi32>, %z: tensor<8x2xi32>)
    -> (tensor<8x4xi32>, tensor<8x2xi32>, tensor<8x2xi32>) {
  %four = tile.reduce %x axis = 1 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tile.yield %c : i32
  } : tensor<8x4xi32> -> tensor<8xi32>
  %fours = tile.expand_dims %four axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
  %allfour = tile.broadcast %fours : tensor<8x1xi32> -> tensor<8x4xi32>
  %of_four = arith.xori %x, %allfour : tensor<8x4xi32>
  %sum = tile.reduce %y axis = 1 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    tile.yield %c : i32
  } : tensor<8x2xi32> -> tensor<8xi32>
  %sums = tile.expand_dims %sum axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
  %allsums = tile.broadcast %sums : tensor<8x1xi32> -> tensor<8x2xi32>
  %of_sum = arith.xori %y, %allsums : tensor<8x2xi32>
  %both = tile.reduce %y axis = 1 {
  ^bb0(%a: i32, %b: i32):
    %c = arith.xori %a, %b : i32
    tile.yield %c : i32
  } : tensor<8x2xi32> -> tensor<8xi32>
  %boths = tile.expand_dims %both axis = 1 : tensor<8xi32> -> tensor<8x1xi32>
  %allboths = tile.broadcast %boths : tensor<8x1xi32> -> tensor<8x2xi32>
  %of_other = arith.xori %z, %allboths : tensor<8x2xi32>
  return %of_four, %of_sum, %of_other : tensor<8x4xi32>, tensor<8x2xi32>, tensor<8x2xi32>
}

// RUN: tile-opt %s --convert-tt-to-tile | filecheck %s

// A comparison of a widened bool with a number that is 0 or 1 is an exclusive or: of bits of an index, as sorting networks
// have them, but not of any number.
// CHECK-LABEL: func.func private @network(
tt.func private @network(%x: tensor<4x2x2xf32>, %y: tensor<4x2x2xf32>, %p: tensor<4x2x2x!tt.ptr<f32>>, %n: tensor<4x2x2xi32>) {
  %r = tt.make_range {end = 2 : i32, start = 0 : i32} : tensor<2xi32>
  %a = tt.reshape %r : tensor<2xi32> -> tensor<1x2x1xi32>
  %b = tt.reshape %r : tensor<2xi32> -> tensor<1x1x2xi32>
  %ab = tt.broadcast %a : tensor<1x2x1xi32> -> tensor<1x2x2xi32>
  %bb = tt.broadcast %b : tensor<1x1x2xi32> -> tensor<1x2x2xi32>
  %flip = arith.xori %ab, %bb : tensor<1x2x2xi32>
  %flips = tt.broadcast %flip : tensor<1x2x2xi32> -> tensor<4x2x2xi32>
  // CHECK: %[[FLIPS:.*]] = tile.broadcast %{{.*}} : tensor<1x2x2xi32> -> tensor<4x2x2xi32>
  // CHECK: %[[GREATER:.*]] = arith.cmpf ogt
  %greater = arith.cmpf ogt, %x, %y : tensor<4x2x2xf32>
  %wide = arith.extui %greater : tensor<4x2x2xi1> to tensor<4x2x2xi32>
  // CHECK: %[[BIT:.*]] = arith.cmpi ne, %[[FLIPS]], %{{.*}} : tensor<4x2x2xi32>
  // CHECK: %[[DIFFER:.*]] = arith.xori %[[GREATER]], %[[BIT]] : tensor<4x2x2xi1>
  // CHECK: arith.select %[[DIFFER]]
  %differ = arith.cmpi ne, %wide, %flips : tensor<4x2x2xi32>
  %v = arith.select %differ, %y, %x : tensor<4x2x2xi1>, tensor<4x2x2xf32>
  // CHECK: %[[NOBIT:.*]] = arith.cmpi eq, %[[FLIPS]], %{{.*}} : tensor<4x2x2xi32>
  // CHECK: %[[SAME:.*]] = arith.xori %[[GREATER]], %[[NOBIT]] : tensor<4x2x2xi1>
  // CHECK: arith.select %[[SAME]]
  %same = arith.cmpi eq, %flips, %wide : tensor<4x2x2xi32>
  %w = arith.select %same, %v, %x : tensor<4x2x2xi1>, tensor<4x2x2xf32>
  // CHECK: arith.cmpi ne, %{{.*}}, %arg3 : tensor<4x2x2xi32>
  %other = arith.cmpi ne, %wide, %n : tensor<4x2x2xi32>
  // CHECK: arith.cmpi slt
  %less = arith.cmpi slt, %wide, %flips : tensor<4x2x2xi32>
  %z = arith.select %other, %w, %x : tensor<4x2x2xi1>, tensor<4x2x2xf32>
  tt.store %p, %z, %less : tensor<4x2x2x!tt.ptr<f32>>
  tt.return
}

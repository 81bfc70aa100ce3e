// RUN: tile-opt %s --tile-expand-math | filecheck %s

// Two 4-bit numbers in each byte are separated along the contracted dimension, decoded, and multiplied by the scales of
// their blocks of 32. The result is a product of factors in bf16, which holds 2 significant bits times powers of two.

// CHECK-LABEL: tile.kernel @scaled
// CHECK: %[[PAIR:.*]] = tile.join %{{.*}}, %{{.*}} : tensor<16x32xi8> -> tensor<16x32x2xi8>
// CHECK: %[[ORDER:.*]] = tile.permute %[[PAIR]] [0, 1, 2]
// CHECK: tile.reshape %[[ORDER]] : tensor<16x32x2xi8> -> tensor<16x64xi8>
// CHECK: tile.reshape %{{.*}} : tensor<16x2x32xf32> -> tensor<16x64xf32>
// CHECK: %[[SCALED:.*]] = arith.mulf %{{.*}} : tensor<16x64xf32>
// CHECK: %[[LHS:.*]] = arith.truncf %[[SCALED]] : tensor<16x64xf32> to tensor<16x64xbf16>
// CHECK: tile.dot %[[LHS]], %{{.*}}, %{{.*}} : tensor<16x64xbf16>, tensor<64x8xbf16> -> tensor<16x8xf32>
tile.kernel @scaled(%x: i8, %s: i8, %y: bf16, %z: f32) {
  %a = tile.splat %x : i8 -> tensor<16x32xi8>
  %t = tile.splat %s : i8 -> tensor<16x2xi8>
  %b = tile.splat %y : bf16 -> tensor<64x8xbf16>
  %c = tile.splat %z : f32 -> tensor<16x8xf32>
  %d = tile.dot_scaled %a as e2m1 scale %t, %b as bf16, %c : tensor<16x32xi8>, tensor<16x2xi8> by tensor<64x8xbf16> -> tensor<16x8xf32>
  tile.return
}

// A factor in f16 has more bits than bf16.

// CHECK-LABEL: tile.kernel @halves
// CHECK: %[[RHS:.*]] = arith.extf %{{.*}} : tensor<64x8xf16> to tensor<64x8xf32>
// CHECK: tile.dot %{{.*}}, %[[RHS]], %{{.*}} : tensor<16x64xf32>, tensor<64x8xf32> -> tensor<16x8xf32>
tile.kernel @halves(%x: i8, %s: i8, %y: f16, %z: f32) {
  %a = tile.splat %x : i8 -> tensor<16x32xi8>
  %t = tile.splat %s : i8 -> tensor<16x2xi8>
  %b = tile.splat %y : f16 -> tensor<64x8xf16>
  %c = tile.splat %z : f32 -> tensor<16x8xf32>
  %d = tile.dot_scaled %a as e2m1 scale %t, %b as fp16, %c : tensor<16x32xi8>, tensor<16x2xi8> by tensor<64x8xf16> -> tensor<16x8xf32>
  tile.return
}

// CHECK-LABEL: tile.kernel @bytes
// CHECK: tile.dot %{{.*}} : tensor<4x8xf16>, tensor<8x4xf16> -> tensor<4x4xf32>
tile.kernel @bytes(%x: f8E4M3FN, %y: f8E5M2, %z: f32) {
  %a = tile.splat %x : f8E4M3FN -> tensor<4x8xf8E4M3FN>
  %b = tile.splat %y : f8E5M2 -> tensor<8x4xf8E5M2>
  %c = tile.splat %z : f32 -> tensor<4x4xf32>
  %d = tile.dot %a, %b, %c : tensor<4x8xf8E4M3FN>, tensor<8x4xf8E5M2> -> tensor<4x4xf32>
  tile.return
}

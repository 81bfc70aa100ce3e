// RUN: tile-opt %s --convert-tt-to-tile --split-input-file | filecheck %s

// Operations on several elements at a time keep the number of elements and how they are packed.

// CHECK: func.func private @pairs(
// CHECK: %{{.*}}:2 = tile.map %{{.*}}, %{{.*}} pack = 2 {
// CHECK-NEXT: ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %[[C:.*]]: i32, %[[D:.*]]: i32):
// CHECK-NEXT: tile.yield %[[B]], %[[A]], %[[C]], %[[D]] : f32, f32, i32, i32
// CHECK-NEXT: } : tensor<8xf32>, tensor<8xi32> -> tensor<8xf32>, tensor<8xi32>
tt.func private @pairs(%x: tensor<8xf32>, %i: tensor<8xi32>) {
  %0:2 = "tt.map_elementwise"(%x, %i) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32, %c: i32, %d: i32):
    tt.map_elementwise.return %b, %a, %c, %d : f32, f32, i32, i32
  }) : (tensor<8xf32>, tensor<8xi32>) -> (tensor<8xf32>, tensor<8xi32>)
  tt.return
}

// -----

// A region with several blocks becomes a function.

// CHECK: func.func private @blocks_map_0(%{{.*}}: f32, %{{.*}}: f32, %{{.*}}: i1) -> (f32, f32)
// CHECK: func.func private @blocks(
// CHECK: tile.map %{{.*}} pack = 2 {
// CHECK: func.call @blocks_map_0(
// CHECK-NEXT: tile.yield %{{.*}}, %{{.*}} : f32, f32
tt.func private @blocks(%x: tensor<8xf32>, %k: i1) {
  %0 = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: f32, %b: f32):
    cf.cond_br %k, ^bb1, ^bb2
  ^bb1:
    tt.map_elementwise.return %a, %b : f32, f32
  ^bb2:
    tt.map_elementwise.return %b, %a : f32, f32
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}

// -----

// Inline assembly keeps its text.

// CHECK: func.func private @assembly(
// CHECK: tile.inline_asm "brev.b32 $0, $1;", "=r,r" pure %{{.*}} : tensor<8xi32> -> tensor<8xi32>
// CHECK: %{{.*}}:2 = tile.inline_asm "{{.*}}", "=r,=f,=f,r" pack = 2 %{{.*}} : tensor<8xi16> -> tensor<8xi16>, tensor<8xf32>
tt.func private @assembly(%x: tensor<8xi32>, %y: tensor<8xi16>) {
  %0 = tt.elementwise_inline_asm "brev.b32 $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %x : tensor<8xi32> -> tensor<8xi32>
  %1:2 = tt.elementwise_inline_asm "mov.b32 $0, $3; mov.b32 $1, 0f3f800000; mov.b32 $2, 0f40000000;" {constraints = "=r,=f,=f,r", packed_element = 2 : i32, pure = false} %y : tensor<8xi16> -> tensor<8xi16>, tensor<8xf32>
  tt.return
}

// -----

// CHECK: func.func private @outer(
// CHECK: tile.dot_scaled %{{.*}} as e2m1 scale %{{.*}}, %{{.*}} as e4m3, %{{.*}} lhs_outer_packed : tensor<8x32xi8>, tensor<16x1xi8> by tensor<32x4xf8E4M3FN> -> tensor<16x4xf32>
// CHECK: tile.dot_scaled %{{.*}} as e4m3, %{{.*}} as e2m1, %{{.*}} rhs_outer_packed : tensor<4x32xf8E4M3FN> by tensor<32x8xi8> -> tensor<4x16xf32>
// Operands that are not packed are packed along no dimension.
// CHECK: tile.dot_scaled %{{.*}} as e4m3, %{{.*}} as e4m3, %{{.*}} : tensor<4x32xf8E4M3FN> by tensor<32x4xf8E4M3FN> -> tensor<4x4xf32>
tt.func private @outer(%a: tensor<8x32xi8>, %s: tensor<16x1xi8>, %b: tensor<32x4xf8E4M3FN>, %c: tensor<16x4xf32>,
    %d: tensor<4x32xf8E4M3FN>, %e: tensor<32x8xi8>, %f: tensor<4x16xf32>, %g: tensor<4x4xf32>) {
  %0 = tt.dot_scaled %a scale %s, %b, %c lhs = e2m1 rhs = e4m3 {fastMath = false, lhs_k_pack = false} : tensor<8x32xi8>, tensor<16x1xi8> * tensor<32x4xf8E4M3FN> -> tensor<16x4xf32>
  %1 = tt.dot_scaled %d, %e, %f lhs = e4m3 rhs = e2m1 {fastMath = false, rhs_k_pack = false} : tensor<4x32xf8E4M3FN> * tensor<32x8xi8> -> tensor<4x16xf32>
  %2 = tt.dot_scaled %d, %b, %g lhs = e4m3 rhs = e4m3 {fastMath = false, lhs_k_pack = false, rhs_k_pack = false} : tensor<4x32xf8E4M3FN> * tensor<32x4xf8E4M3FN> -> tensor<4x4xf32>
  tt.return
}

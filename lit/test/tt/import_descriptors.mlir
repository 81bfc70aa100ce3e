// RUN: tile-opt %s --convert-tt-to-tile | filecheck %s

// A descriptor that is an argument is an array. Triton requires that its base, and its strides except the last one, are
// multiples of 16 bytes.

// CHECK: tile.kernel @copy(%[[FROM:.*]]: !tile.array<?x?xf16, strides = [?, 1]> {tile.divisibility = 16 : i32,
// CHECK-SAME: tile.may_overlap, tile.stride_divisibility = array<i64: 8, 1>}, %[[TO:.*]]: !tile.array<?x?x?xi8,
// CHECK-SAME: strides = [?, ?, 1]> {tile.divisibility = 16 : i32, tile.may_overlap,
// CHECK-SAME: tile.stride_divisibility = array<i64: 16, 16, 1>}, %{{.*}}: i32) {
// CHECK: %[[TILES:.*]] = tile.view %[[FROM]]
// CHECK: tile.load_view %[[TILES]]
tt.func public @copy(%from: !tt.tensordesc<tensor<16x64xf16>>, %to: !tt.tensordesc<tensor<1x16x64xi8>>, %i: i32) {
  %x = tt.descriptor_load %from[%i, %i] : !tt.tensordesc<tensor<16x64xf16>> -> tensor<16x64xf16>
  %y = arith.fptosi %x : tensor<16x64xf16> to tensor<16x64xi8>
  tt.descriptor_store %to[%i, %i, %i], %y : !tt.tensordesc<tensor<1x16x64xi8>>, tensor<16x64xi8>
  tt.return
}

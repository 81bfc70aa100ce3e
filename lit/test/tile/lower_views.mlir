// RUN: tile-opt %s --pass-pipeline='builtin.module(tile-lower-views)' | filecheck %s

// An array is a pointer, its dynamic sizes and its dynamic strides; what is static is not passed.
// CHECK-LABEL: tile.kernel @vector(%arg0: i32, %arg1: !tile.ptr<f32> {tile.name = "x"}, %arg2: i32)
tile.kernel @vector(%n: i32, %x: !tile.array<?xf32, strides = [1]> {tile.name = "x"}) {
  // CHECK: %[[I:.*]] = tile.program_id 0
  %i = tile.program_id 0
  // CHECK: %[[AT:.*]] = arith.addi %{{.*}}, %{{.*}} : tensor<8xi64>
  // CHECK: %[[MASK:.*]] = arith.cmpi slt, %[[AT]], %{{.*}} : tensor<8xi64>
  // CHECK: %[[P:.*]] = tile.addptr %{{.*}}, %[[AT]]
  // CHECK: %[[NAN:.*]] = arith.constant dense<0x7FC00000> : tensor<8xf32>
  // CHECK: %[[V:.*]] = tile.load %[[P]], %[[MASK]], %[[NAN]]
  %v = tile.load_view %x[%i] padding nan : !tile.array<?xf32, strides = [1]> -> tensor<8xf32>
  // CHECK: tile.store %{{.*}}, %[[V]], %{{.*}}
  tile.store_view %v, %x[%i] : tensor<8xf32>, !tile.array<?xf32, strides = [1]>
  tile.return
}

// CHECK-LABEL: tile.kernel @queries(%arg0: !tile.ptr<i32>, %arg1: i32, %arg2: i32)
tile.kernel @queries(%a: !tile.array<16x?xi32, strides = [?, 1]>) {
  // CHECK: %[[SIZE:.*]] = arith.constant 16 : i32
  %0 = tile.dim %a, 0 : !tile.array<16x?xi32, strides = [?, 1]>
  %1 = tile.dim %a, 1 : !tile.array<16x?xi32, strides = [?, 1]>
  %2 = tile.stride %a, 0 : !tile.array<16x?xi32, strides = [?, 1]>
  %3 = tile.base %a : !tile.array<16x?xi32, strides = [?, 1]>
  // CHECK: tile.store %arg0, %[[SIZE]]
  tile.store %3, %0 : !tile.ptr<i32>, i32
  // CHECK: tile.store %arg0, %arg1
  tile.store %3, %1 : !tile.ptr<i32>, i32
  // CHECK: tile.store %arg0, %arg2
  tile.store %3, %2 : !tile.ptr<i32>, i32
  tile.return
}

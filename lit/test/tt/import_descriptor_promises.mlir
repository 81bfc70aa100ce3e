// RUN: tile-opt %s --convert-tt-to-tile | filecheck %s

// Triton makes no descriptors of tensors whose base or rows are not at multiples of 16 bytes. If every launch makes a
// descriptor, its arguments promise that, and launchers check it.

// CHECK-LABEL: tile.kernel @always
// CHECK-SAME: (%arg0: !tile.ptr<f16> {tile.divisibility = 16 : i32, tile.may_overlap},
// CHECK-SAME: %arg1: i32 {tile.divisibility = 8 : i32}, %arg2: i32, %arg3: i32 {tile.divisibility = 16 : i32})
// CHECK-NOT: tile.hint
// CHECK: tile.make_array
// CHECK: tile.make_array
tt.func public @always(%p: !tt.ptr<f16>, %n: i32, %m: i32, %k: i32 {tt.divisibility = 16 : i32}) {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %stride = arith.extsi %n : i32 to i64
  %known = arith.extsi %k : i32 to i64
  %d = tt.make_tensor_descriptor %p, [%m, %n], [%stride, %one] : <f16>, <tensor<16x16xf16>>
  %e = tt.make_tensor_descriptor %p, [%m, %k], [%known, %one] : <f16>, <tensor<16x16xf16>>
  %x = tt.descriptor_load %d[%zero, %zero] : !tt.tensordesc<tensor<16x16xf16>> -> tensor<16x16xf16>
  tt.descriptor_store %e[%zero, %zero], %x : !tt.tensordesc<tensor<16x16xf16>>, tensor<16x16xf16>
  tt.return
}

// Otherwise, and for values that are no arguments, the promise is a hint at the descriptor.

// CHECK-LABEL: tile.kernel @sometimes
// CHECK-SAME: (%arg0: !tile.ptr<f32> {tile.may_overlap}, %arg1: i64, %arg2: i32, %arg3: i1)
// CHECK: scf.if
// CHECK: %[[STRIDE:.*]] = tile.hint %arg1 divisibility [4] : i64
// CHECK: %[[BASE:.*]] = tile.hint %{{.*}} divisibility [16] : !tile.ptr<f32>
// CHECK: tile.make_array %[[BASE]]{{.*}}%[[STRIDE]]
tt.func public @sometimes(%p: !tt.ptr<f32>, %n: i64, %m: i32, %c: i1) {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i32
  %q = tt.addptr %p, %m : !tt.ptr<f32>, i32
  scf.if %c {
    %d = tt.make_tensor_descriptor %q, [%m, %m], [%n, %one] : <f32>, <tensor<16x16xf32>>
    %x = tt.descriptor_load %d[%zero, %zero] : !tt.tensordesc<tensor<16x16xf32>> -> tensor<16x16xf32>
    tt.descriptor_store %d[%zero, %zero], %x : !tt.tensordesc<tensor<16x16xf32>>, tensor<16x16xf32>
  }
  tt.return
}

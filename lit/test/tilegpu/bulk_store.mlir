// RUN: tile-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK-LABEL: @stores
func.func @stores(%v: tensor<64x64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  // CHECK: tilegpu.bulk_store %[[V:.*]] to %[[MAP:.*]][%[[I:.*]], %[[I]]] : tensor<64x64xf16>, !tile.ptr<i8>
  tilegpu.bulk_store %v to %map[%i, %i] : tensor<64x64xf16>, !tile.ptr<i8>
  // CHECK: tilegpu.bulk_store %[[V]] to %[[MAP]][%[[I]], %[[I]]] {ordered} : tensor<64x64xf16>, !tile.ptr<i8>
  tilegpu.bulk_store %v to %map[%i, %i] {ordered} : tensor<64x64xf16>, !tile.ptr<i8>
  // CHECK: tilegpu.bulk_store %[[V]] to %[[MAP]][%[[I]], %[[I]]] {adds} : tensor<64x64xf16>, !tile.ptr<i8>
  tilegpu.bulk_store %v to %map[%i, %i] {adds} : tensor<64x64xf16>, !tile.ptr<i8>
  return
}

// -----

func.func @one_dimension(%v: tensor<64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  // expected-error @+1 {{expected a tile of two dimensions, but got 'tensor<64xf16>'}}
  tilegpu.bulk_store %v to %map[%i] : tensor<64xf16>, !tile.ptr<i8>
  return
}

// -----

func.func @no_map(%v: tensor<64x64xf16>, %i: i32) {
  // expected-error @+1 {{expected a pointer to a tensor map, but got 'i32'}}
  tilegpu.bulk_store %v to %i[%i, %i] : tensor<64x64xf16>, i32
  return
}

// -----

// CHECK-LABEL: @through_a_buffer
func.func @through_a_buffer(%v: tensor<128x256xf16>, %map: !tile.ptr<i8>, %i: i32) {
  // CHECK: %[[BUFFER:.*]] = tilegpu.shared_alloc
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x64xf16>>
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]] : tensor<128x256xf16>, !tile.ptr<i8>,
  // CHECK-SAME: !tilegpu.shared<1xtensor<128x64xf16>>
  tilegpu.bulk_store %v to %map[%i, %i] through %buffer : tensor<128x256xf16>, !tile.ptr<i8>,
    !tilegpu.shared<1xtensor<128x64xf16>>
  return
}

// -----

func.func @buffer_with_other_rows(%v: tensor<128x256xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<64x64xf16>>
  // expected-error @+1 {{expected a buffer with one cell for all rows of 'tensor<128x256xf16>' and a part of its columns, but got '!tilegpu.shared<1xtensor<64x64xf16>>'}}
  tilegpu.bulk_store %v to %map[%i, %i] through %buffer : tensor<128x256xf16>, !tile.ptr<i8>, !tilegpu.shared<1xtensor<64x64xf16>>
  return
}

// -----

func.func @rows_of_no_warp_group(%v: tensor<32x64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<32x64xf16>>
  // expected-error @+1 {{a tile that goes through a buffer has a multiple of 64 rows, but this one has 32}}
  tilegpu.bulk_store %v to %map[%i, %i] through %buffer : tensor<32x64xf16>, !tile.ptr<i8>, !tilegpu.shared<1xtensor<32x64xf16>>
  return
}

// -----

func.func @ordered_groups(%v: tensor<128x64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x64xf16>>
  // expected-error @+1 {{warp groups do not wait for each other where a tile goes through a buffer, so it is not ordered}}
  tilegpu.bulk_store %v to %map[%i, %i] through %buffer {ordered} : tensor<128x64xf16>, !tile.ptr<i8>, !tilegpu.shared<1xtensor<128x64xf16>>
  return
}

// -----

// CHECK-LABEL: @rows_of_three_dimensions
func.func @rows_of_three_dimensions(%v: tensor<128x256xf16>, %map: !tile.ptr<i8>, %i: i32) {
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] through %{{.*}} :
  // CHECK-SAME: !tilegpu.shared<1xtensor<2x2x32x128xf16>>
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<2x2x32x128xf16>>
  tilegpu.bulk_store %v to %map[%i, %i, %i, %i] through %buffer : tensor<128x256xf16>, !tile.ptr<i8>,
    !tilegpu.shared<1xtensor<2x2x32x128xf16>>
  return
}

// -----

func.func @more_dimensions_than_the_array(%v: tensor<128x256xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<2x64x128xf16>>
  // expected-error @+1 {{the cell of '!tilegpu.shared<1xtensor<2x64x128xf16>>' has 3 dimensions, but the array has 2}}
  tilegpu.bulk_store %v to %map[%i, %i] through %buffer : tensor<128x256xf16>, !tile.ptr<i8>,
    !tilegpu.shared<1xtensor<2x64x128xf16>>
  return
}

// -----

func.func @rows_that_form_no_box(%v: tensor<192x64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<4x48x64xf16>>
  // expected-error @+1 {{64 rows of a cell of '!tilegpu.shared<1xtensor<4x48x64xf16>>' form no box}}
  tilegpu.bulk_store %v to %map[%i, %i, %i] through %buffer : tensor<192x64xf16>, !tile.ptr<i8>,
    !tilegpu.shared<1xtensor<4x48x64xf16>>
  return
}

// -----

func.func @no_rows(%v: tensor<0x64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<64x0x64xf16>>
  // expected-error @+1 {{expected a buffer with one cell for all rows of 'tensor<0x64xf16>' and a part of its columns}}
  tilegpu.bulk_store %v to %map[%i, %i, %i] through %buffer : tensor<0x64xf16>, !tile.ptr<i8>,
    !tilegpu.shared<1xtensor<64x0x64xf16>>
  return
}

// -----

func.func @no_columns(%v: tensor<128x64xf16>, %map: !tile.ptr<i8>, %i: i32) {
  %buffer = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x0xf16>>
  // expected-error @+1 {{expected a buffer with one cell for all rows of 'tensor<128x64xf16>' and a part of its columns}}
  tilegpu.bulk_store %v to %map[%i, %i] through %buffer : tensor<128x64xf16>, !tile.ptr<i8>,
    !tilegpu.shared<1xtensor<128x0xf16>>
  return
}

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

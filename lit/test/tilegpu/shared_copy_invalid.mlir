// RUN: tile-opt %s --split-input-file --verify-diagnostics

func.func @cell(%i: i32, %p: tensor<32x!tile.ptr<f32>>, %m: tensor<32xi1>, %b: !tilegpu.shared<2xtensor<64xf32>>) {
  // expected-error @+1 {{pointers of type 'tensor<32x!tile.ptr<f32>>' do not fit a cell of type 'tensor<64xf32>'}}
  tilegpu.shared_copy %p, %m to %b[%i] : tensor<32x!tile.ptr<f32>>, tensor<32xi1>, !tilegpu.shared<2xtensor<64xf32>>
  return
}

// -----

func.func @index(%p: tensor<32x!tile.ptr<f32>>, %m: tensor<32xi1>, %b: !tilegpu.shared<2xtensor<32xf32>>) {
  // expected-error @+1 {{expected 1 indices, one for each size of '!tilegpu.shared<2xtensor<32xf32>>', but got 0}}
  tilegpu.shared_copy %p, %m to %b[] : tensor<32x!tile.ptr<f32>>, tensor<32xi1>, !tilegpu.shared<2xtensor<32xf32>>
  return
}

// -----

func.func @numbers(%i: i32, %p: tensor<32xf32>, %m: tensor<32xi1>, %b: !tilegpu.shared<2xtensor<32xf32>>) {
  // expected-error @+1 {{expected a tensor of pointers, but got 'tensor<32xf32>'}}
  tilegpu.shared_copy %p, %m to %b[%i] : tensor<32xf32>, tensor<32xi1>, !tilegpu.shared<2xtensor<32xf32>>
  return
}

// -----

func.func @mask(%i: i32, %p: tensor<32x!tile.ptr<f32>>, %m: tensor<32xi8>, %b: !tilegpu.shared<2xtensor<32xf32>>) {
  // expected-error @+1 {{expected a mask of the shape and layout of the pointers, but got 'tensor<32xi8>'}}
  tilegpu.shared_copy %p, %m to %b[%i] : tensor<32x!tile.ptr<f32>>, tensor<32xi8>, !tilegpu.shared<2xtensor<32xf32>>
  return
}

// -----

func.func @pending() {
  // expected-error @+1 {{waits for all groups but the last -1, which must be at least 0}}
  tilegpu.shared_await {pending = -1 : i32}
  return
}

// -----

func.func @turned(%i: i32, %p: tensor<32x!tile.ptr<f32>>, %m: tensor<32xi1>, %b: !tilegpu.shared<2xtensor<32xf32>>) {
  // expected-error @+1 {{'turned' must be a dimension and a number of elements, but is array<i64: 1, 4>}}
  tilegpu.shared_copy %p, %m to %b[%i] {turned = array<i64: 1, 4>} : tensor<32x!tile.ptr<f32>>, tensor<32xi1>, !tilegpu.shared<2xtensor<32xf32>>
  return
}

// -----

func.func @runs(%i: i32, %p: tensor<32x!tile.ptr<f32>>, %m: tensor<32xi1>, %b: !tilegpu.shared<2xtensor<32xf32>>) {
  // expected-error @+1 {{'turned' has runs of 3 elements in a dimension of 32, which must be powers of two}}
  tilegpu.shared_copy %p, %m to %b[%i] {turned = array<i64: 0, 3>} : tensor<32x!tile.ptr<f32>>, tensor<32xi1>, !tilegpu.shared<2xtensor<32xf32>>
  return
}

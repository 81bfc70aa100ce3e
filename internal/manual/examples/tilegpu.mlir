#blocked = #tilegpu.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#blocked1 = #tilegpu.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module {
  func.func @convert_layout(%arg0: tensor<512xf32, #blocked>) {
    %0 = tilegpu.convert_layout %arg0 : tensor<512xf32, #blocked> -> tensor<512xf32, #blocked1>
    return
  }
  func.func @shared(%arg0: tensor<512xf32>, %arg1: i32) {
    %0 = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<512xf32>>
    tilegpu.shared_store %arg0, %0[%arg1] : tensor<512xf32>, !tilegpu.shared<2xtensor<512xf32>>
    %1 = tilegpu.shared_load %0[%arg1] : !tilegpu.shared<2xtensor<512xf32>> -> tensor<512xf32>
    return
  }
  llvm.func @await_products(%arg0: !llvm.struct<(f32, f32, f32, f32)>) {
    %0 = tilegpu.await_products %arg0 {pending = 0 : i32} : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
  func.func @stream_dot(%arg0: !tile.ptr<i8>, %arg1: !tile.ptr<i8>, %arg2: i32, %arg3: tensor<128x256xf32>) {
    %0 = tilegpu.stream_dot %arg0[%arg2] by %arg1[%arg2] from %arg2 to %arg2, %arg3 {lhs_tile = tensor<128x64xf16>, rhs_tile = tensor<64x256xf16>, stages = 4 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x256xf32>
    return
  }
}

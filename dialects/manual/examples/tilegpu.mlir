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
}

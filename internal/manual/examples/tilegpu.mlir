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
  func.func @shared_copy(%arg0: tensor<512x!tile.ptr<f32>>, %arg1: tensor<512xi1>, %arg2: i32) {
    %0 = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<512xf32>>
    tilegpu.shared_copy %arg0, %arg1 to %0[%arg2] : tensor<512x!tile.ptr<f32>>, tensor<512xi1>, !tilegpu.shared<2xtensor<512xf32>>
    tilegpu.shared_group
    tilegpu.shared_await {pending = 0 : i32}
    %1 = tilegpu.shared_load %0[%arg2] : !tilegpu.shared<2xtensor<512xf32>> -> tensor<512xf32>
    return
  }
  llvm.func @await_products(%arg0: !llvm.struct<(f32, f32, f32, f32)>) {
    %0 = tilegpu.await_products %arg0 {pending = 0 : i32} : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
  func.func @stream_dot(%arg0: !tile.ptr<i8>, %arg1: !tile.ptr<i8>, %arg2: i32, %arg3: tensor<128x256xf32>) {
    %0 = tilegpu.stream_dot %arg0[%arg2] by %arg1[%arg2] from %arg2 to %arg2, %arg3 {lhs_tile = tensor<128x64xf16>, rhs_tile = tensor<256x64xf16>, rhs_transposed, stages = 4 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x256xf32>
    return
  }
  func.func @window_dot(%arg0: !tile.ptr<i8>, %arg1: !tile.ptr<i8>, %arg2: i32, %arg3: tensor<128x64xf32>) {
    %0:3 = tilegpu.window_dot %arg0[%arg2] by %arg1[%arg2, %arg2] from %arg2 to %arg2, %arg3, %arg3, %arg3 {lhs_tile = tensor<64x128xf16>, offsets = array<i64: 0, 2, 4, 6>, shifts = 3 : i32, stages = 4 : i32, starts = array<i64: 0, 12600, 25200, 37800>, step = 1 : i32} : !tile.ptr<i8>, !tile.ptr<i8> -> tensor<128x64xf32>, tensor<128x64xf32>, tensor<128x64xf32>
    return
  }
  func.func @ring(%arg0: !tile.ptr<i8>, %arg1: i32, %arg2: i1, %arg3: tensor<64x64xf32>) {
    %0 = tilegpu.ring : !tilegpu.shared<2xtensor<64x64xf16>>
    tilegpu.ring_copy %0[%arg1] from %arg0[%arg1, %arg1] if %arg2 : !tilegpu.shared<2xtensor<64x64xf16>>, !tile.ptr<i8>
    tilegpu.ring_await %0[%arg1] : !tilegpu.shared<2xtensor<64x64xf16>>
    %1 = tilegpu.ring_dot %0[%arg1] by %0[%arg1], %arg3 {async, rhs_transposed} : !tilegpu.shared<2xtensor<64x64xf16>>, !tilegpu.shared<2xtensor<64x64xf16>> -> tensor<64x64xf32>
    %2 = tilegpu.ring_wait %1 {pending = 0 : i32} : tensor<64x64xf32>
    tilegpu.ring_release %0[%arg1] : !tilegpu.shared<2xtensor<64x64xf16>>
    tilegpu.ring_end %0 : !tilegpu.shared<2xtensor<64x64xf16>>
    return
  }
  func.func @row(%arg0: i32) {
    %0 = tilegpu.ring : !tilegpu.shared<2xtensor<1x64xf32>>
    %1 = tilegpu.ring_load %0[%arg0] : !tilegpu.shared<2xtensor<1x64xf32>> -> tensor<64x1xf32>
    return
  }
  func.func @windows(%arg0: i32, %arg1: i32) {
    %0 = tilegpu.ring : !tilegpu.shared<2xtensor<204x64xf16>>
    %1 = tilegpu.ring_load %0[%arg0] rows[%arg1, %arg0] {patch = array<i64: 6, 34>, window = array<i64: 4, 32>} : !tilegpu.shared<2xtensor<204x64xf16>> -> tensor<128x64xf16>
    return
  }
  func.func @through(%arg0: tensor<64x64xf16>, %arg1: !tile.ptr<i8>, %arg2: i32) {
    %0 = tilegpu.ring : !tilegpu.shared<1xtensor<64x64xf16>>
    tilegpu.ring_store %arg0 to %arg1[%arg2, %arg2] through %0[%arg2] : tensor<64x64xf16>, !tile.ptr<i8>, !tilegpu.shared<1xtensor<64x64xf16>>
    return
  }
  func.func @turns() {
    tilegpu.take_turn
    tilegpu.pass_turn {last}
    return
  }
  llvm.func @register_product(%arg0: !llvm.struct<(i32, i32, i32, i32)>, %arg1: i64, %arg2: !llvm.struct<(f32, f32, f32, f32)>) {
    %0 = tilegpu.fence_registers %arg0 : !llvm.struct<(i32, i32, i32, i32)> -> !llvm.struct<(i32, i32, i32, i32)>
    %1 = tilegpu.register_product %0 by %arg1, %arg2 {columns = 8 : i32, rhs_type = "f16", type = "f16"} : !llvm.struct<(i32, i32, i32, i32)> -> !llvm.struct<(f32, f32, f32, f32)>
    llvm.return
  }
  func.func @parts(%arg0: tensor<64x64xf32>, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: !tile.ptr<i32>, %arg5: i32, %arg6: !tile.ptr<i32>) {
    %0:2 = tilegpu.add_parts %arg0 part %arg1 of %arg2 slots %arg3 of %arg4 counter %arg5 of %arg6 : !tile.ptr<i32>, tensor<64x64xf32>
    return
  }
  tile.kernel @split(%arg0: i32, %arg1: !tile.ptr<i32>) {
    %0 = tilegpu.split 8 used %arg0 {
    ^bb0(%arg2: i32):
      tile.yield %arg2 : i32
    } combine {
    ^bb0(%arg2: i32, %arg3: i32):
      %1 = arith.addi %arg2, %arg3 : i32
      tile.yield %1 : i32
    } : i32
    tile.store %arg1, %0 : !tile.ptr<i32>, i32
    tile.return
  }
}

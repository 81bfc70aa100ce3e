module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @kernel(%arg0: !tile.ptr<f32>, %arg1: i32) {
    tile.return
  }
  tile.kernel @memory(%arg0: !tile.ptr<f32>, %arg1: i32) {
    %0 = tile.program_id 0
    %1 = tile.num_programs 0
    %2 = tile.iota : tensor<128xi32>
    %3 = tile.addptr %arg0, %2 : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %4 = tile.cmp lt, %2, %arg1 : tensor<128xi32>, i32 -> tensor<128xi1>
    %5 = tile.literal 0.000000e+00
    %6 = tile.load %3, %4, %5 : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, !tile.literal<float>
    tile.store %3, %6, %4 : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    %7 = tile.reduce %6 axis = 0 {
    ^bb0(%arg2: f32, %arg3: f32):
      %8 = tile.add %arg2, %arg3 : f32, f32 -> f32
      tile.yield %8 : f32
    } : tensor<128xf32> -> f32
    tile.return
  }
  tile.kernel @shapes(%arg0: f32) {
    %0 = tile.splat %arg0 : f32 -> tensor<8xf32>
    %1 = tile.expand_dims %0 axis = 1 : tensor<8xf32> -> tensor<8x1xf32>
    %2 = tile.broadcast %1 : tensor<8x1xf32> -> tensor<8x4xf32>
    %3 = tile.reshape %2 : tensor<8x4xf32> -> tensor<32xf32>
    tile.return
  }
  tile.kernel @views(%arg0: !tile.array<?x?xf32, strides = [?, 1]>, %arg1: i32, %arg2: i32) {
    %0 = tile.dim %arg0, 0 : !tile.array<?x?xf32, strides = [?, 1]>
    %1 = tile.stride %arg0, 0 : !tile.array<?x?xf32, strides = [?, 1]>
    %2 = tile.base %arg0 : !tile.array<?x?xf32, strides = [?, 1]>
    %3 = tile.load_view %arg0[%arg1, %arg2] padding zero : !tile.array<?x?xf32, strides = [?, 1]> -> tensor<16x32xf32>
    tile.store_view %3, %arg0[%arg1, %arg2] : tensor<16x32xf32>, !tile.array<?x?xf32, strides = [?, 1]>
    tile.return
  }
  tile.kernel @elementwise(%arg0: i32, %arg1: f16, %arg2: f32, %arg3: ui8) {
    %0 = tile.splat %arg0 : i32 -> tensor<8xi32>
    %1 = tile.splat %arg1 : f16 -> tensor<8xf16>
    %2 = tile.sub %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %3 = tile.mul %0, %1 : tensor<8xi32>, tensor<8xf16> -> tensor<8xf16>
    %4 = tile.div %0, %0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xf32>
    %5 = tile.floordiv %0, %0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
    %6 = tile.mod %0, %0 : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
    %7 = tile.min %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %8 = tile.max %1, %arg2 : tensor<8xf16>, f32 -> tensor<8xf32>
    %9 = tile.and %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %10 = tile.or %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %11 = tile.xor %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %12 = tile.shl %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %13 = tile.shr %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi32>
    %14 = tile.cmp lt, %0, %arg3 : tensor<8xi32>, ui8 -> tensor<8xi1>
    %15 = tile.where %14, %1, %arg2 : tensor<8xi1>, tensor<8xf16>, f32 -> tensor<8xf32>
    %16 = tile.cast %0 : tensor<8xi32> -> tensor<8xf32>
    tile.return
  }
  tile.kernel @functions(%arg0: f32) {
    %0 = tile.splat %arg0 : f32 -> tensor<8xf32>
    %1 = tile.neg %0 : tensor<8xf32> -> tensor<8xf32>
    %2 = tile.abs %0 : tensor<8xf32> -> tensor<8xf32>
    %3 = tile.exp %0 : tensor<8xf32> -> tensor<8xf32>
    %4 = tile.exp2 %0 : tensor<8xf32> -> tensor<8xf32>
    %5 = tile.log %0 : tensor<8xf32> -> tensor<8xf32>
    %6 = tile.log2 %0 : tensor<8xf32> -> tensor<8xf32>
    %7 = tile.sqrt %0 : tensor<8xf32> -> tensor<8xf32>
    %8 = tile.rsqrt %0 : tensor<8xf32> -> tensor<8xf32>
    %9 = tile.sin %0 : tensor<8xf32> -> tensor<8xf32>
    %10 = tile.cos %0 : tensor<8xf32> -> tensor<8xf32>
    %11 = tile.tanh %0 : tensor<8xf32> -> tensor<8xf32>
    %12 = tile.floor %0 : tensor<8xf32> -> tensor<8xf32>
    %13 = tile.ceil %0 : tensor<8xf32> -> tensor<8xf32>
    tile.return
  }
}

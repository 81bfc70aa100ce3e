// out = softmax(x) along rows of at most BLOCK columns.
//
// configurations: warps 2 4 8 16, BLOCK 128 4096
// grid: x[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                       %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding neg_inf : !matrix -> !block
    // The maximum is subtracted so that no exponential overflows.
    %max = tile.reduce %v axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.max %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> tensor<1xf32>
    %shifted = tile.sub %v, %max : !block, tensor<1xf32> -> !block
    %e = tile.exp %shifted rounding approx : !block -> !block
    %sum = tile.reduce %e axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> tensor<1xf32>
    %r = tile.div %e, %sum rounding full : !block, tensor<1xf32> -> !block
    tile.store_view %r, %out[%i, %first] : !block, !matrix
    tile.return
  }
}

// out is the softmax of the columns of x, which has 256 rows.
//
// configurations: warps 2 4 8, BLOCK 8 16 32 64
// grid: x[1] / {BLOCK}

!matrix = !tile.array<256x?xf32, strides = [?, 1]>
!block = tensor<256x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax_columns(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                               %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %j = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%first, %j] padding zero : !matrix -> !block
    %max = tile.reduce max %v axis = 0
    %lower = tile.sub %v, %max
    %e = tile.exp %lower rounding approx
    %sum = tile.reduce add %e axis = 0
    %y = tile.div %e, %sum rounding full
    tile.store_view %y, %out[%first, %j]
    tile.return
  }
}

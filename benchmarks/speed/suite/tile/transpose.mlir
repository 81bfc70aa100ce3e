// out is the transpose of x.
//
// configurations: warps 4 8, ROWS 32 64, BLOCK 32 64
// grid: x[0] / {ROWS}, x[1] / {BLOCK}

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @transpose(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                         %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %i = tile.program_id 0
    %j = tile.program_id 1
    %v = tile.load_view %x[%i, %j] : !matrix -> tensor<{ROWS}x{BLOCK}xf32>
    %t = tile.permute %v [1, 0] : tensor<{ROWS}x{BLOCK}xf32> -> tensor<{BLOCK}x{ROWS}xf32>
    tile.store_view %t, %out[%j, %i] : tensor<{BLOCK}x{ROWS}xf32>, !matrix
    tile.return
  }
}

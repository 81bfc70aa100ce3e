// out = a * x + y, with the row y for every row of x. Consecutive programs take neighboring blocks.
//
// configurations: warps 4 8, ROWS 1 2 4, BLOCK 512 1024 2048
// grid: out[0] / {ROWS} * out[1] / {BLOCK}

!vector = !tile.array<?xf32, strides = [1]>
!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!tiles = !tile.view<tile = [{ROWS}, {BLOCK}], !matrix>
!row = tensor<{BLOCK}xf32>
!block = tensor<{ROWS}x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @saxpy_broadcast(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                               %y: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                               %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                               %a: f32) {
    %pid = tile.program_id 0
    %tiles = tile.view %out : !tiles
    %across = tile.num_tiles %tiles, 1 : !tiles
    %i = tile.floordiv %pid, %across : i32, i32 -> i32
    %j = tile.mod %pid, %across : i32, i32 -> i32
    %v = tile.load_view %x[%i, %j] : !matrix -> !block
    %bias = tile.load_view %y[%j] : !vector -> !row
    %scaled = tile.mul %a, %v : f32, !block -> !block
    %sum = tile.add %scaled, %bias : !block, !row -> !block
    tile.store_view %sum, %tiles[%i, %j] : !block, !tiles
    tile.return
  }
}

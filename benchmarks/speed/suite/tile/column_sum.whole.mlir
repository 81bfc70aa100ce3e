// out[j] is the sum of column j of x. A program sums whole columns, so that out does not have to be zero before the launch.
//
// configurations: warps 2 4 8, parts 1 8 16, ROWS 4 16 64, BLOCK 32 64 128
// grid: x[1] / {BLOCK}
// at most: x[0] / 1024

!vector = !tile.array<?xf32, strides = [1]>
!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!tiles = !tile.view<tile = [{ROWS}, {BLOCK}], padding = zero, !matrix>
!block = tensor<{ROWS}x{BLOCK}xf32>
!row = tensor<{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @column_sum(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %j = tile.program_id 0
    %tiles = tile.view %x : !tiles
    %down = tile.num_tiles %tiles, 0 : !tiles
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zeros = arith.constant dense<0.0> : !block
    %sums = scf.for %i = %c0 to %down step %c1 iter_args(%so_far = %zeros) -> (!block) : i32 {
      %v = tile.load_view %tiles[%i, %j] : !tiles -> !block
      %next = tile.add %so_far, %v : !block, !block -> !block
      scf.yield %next : !block
    }
    %sum = tile.reduce %sums axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> !row
    tile.store_view %sum, %out[%j] : !row, !vector
    tile.return
  }
}

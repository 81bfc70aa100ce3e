// out[i] is the sum of row i of x.
//
// configurations: warps 1 4 8, ROWS 1 2 4, BLOCK 1024 2048 4096
// grid: x[0] / {ROWS}

!vector = !tile.array<?xf32, strides = [1]>
!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!tiles = !tile.view<tile = [{ROWS}, {BLOCK}], padding = zero, !matrix>
!block = tensor<{ROWS}x{BLOCK}xf32>
!column = tensor<{ROWS}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @row_sum(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                       %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %tiles = tile.view %x : !tiles
    %across = tile.num_tiles %tiles, 1 : !tiles
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zeros = arith.constant dense<0.0> : !block
    %sums = scf.for %j = %c0 to %across step %c1 iter_args(%so_far = %zeros) -> (!block) : i32 {
      %v = tile.load_view %tiles[%i, %j] : !tiles -> !block
      %next = tile.add %so_far, %v : !block, !block -> !block
      scf.yield %next : !block
    }
    %sum = tile.reduce %sums axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> !column
    tile.store_view %sum, %out[%i] : !column, !vector
    tile.return
  }
}

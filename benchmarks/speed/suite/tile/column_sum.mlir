// out[j] is the sum of column j of x. A program adds the sum of CHUNK rows to it.
//
// configurations: warps 4 8, CHUNK 128 512, ROWS 4 8 16, BLOCK 128 256
// grid: x[1] / {BLOCK}, x[0] / {CHUNK}
// zero: out

!vector = !tile.array<?xf32, strides = [1]>
!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!tiles = !tile.view<tile = [{ROWS}, {BLOCK}], padding = zero, !matrix>
!block = tensor<{ROWS}x{BLOCK}xf32>
!row = tensor<{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @column_sum(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %j = tile.program_id 0
    %chunk = tile.program_id 1
    %tiles = tile.view %x : !tiles
    %rounds = arith.constant {CHUNK/ROWS} : i32
    %first = tile.mul %chunk, %rounds : i32, i32 -> i32
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zeros = arith.constant dense<0.0> : !block
    %sums = scf.for %k = %c0 to %rounds step %c1 iter_args(%so_far = %zeros) -> (!block) : i32 {
      %i = tile.add %first, %k : i32, i32 -> i32
      %v = tile.load_view %tiles[%i, %j] anywhere : !tiles -> !block
      %next = tile.add %so_far, %v : !block, !block -> !block
      scf.yield %next : !block
    }
    %sum = tile.reduce %sums axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> !row
    %width = tile.literal {BLOCK}
    %start = tile.mul %j, %width : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %column = tile.add %start, %lane : i32, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi32>
    %at = tile.element_ptr %out[%column] : !vector, tensor<{BLOCK}xi32> -> tensor<{BLOCK}x!tile.ptr<f32>>
    %inside = tile.in_bounds %out[%column] : !vector, tensor<{BLOCK}xi32> -> tensor<{BLOCK}xi1>
    %old = tile.atomic_rmw add relaxed device %at, %sum, %inside : tensor<{BLOCK}x!tile.ptr<f32>>, !row, tensor<{BLOCK}xi1>
    tile.return
  }
}

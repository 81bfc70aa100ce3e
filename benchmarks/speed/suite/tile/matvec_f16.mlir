// out is the matrix a times the vector x, summed in f32.
//
// configurations: warps 1 2 4 8, ROWS 1 2 4, BLOCK 512 1024 2048 4096
// grid: a[0] / {ROWS}

!matrix = !tile.array<?x?xf16, strides = [?, 1]>
!vector = !tile.array<?xf16, strides = [1]>
!tiles = !tile.view<tile = [{ROWS}, {BLOCK}], padding = zero, !matrix>
!parts = !tile.view<tile = [{BLOCK}], padding = zero, !vector>
!narrow = tensor<{ROWS}x{BLOCK}xf16>
!block = tensor<{ROWS}x{BLOCK}xf32>
!row = tensor<{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @matvec_f16(%a: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                          %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %tiles = tile.view %a : !tiles
    %parts = tile.view %x : !parts
    %across = tile.num_tiles %tiles, 1
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zeros = arith.constant dense<0.0> : !block
    %sums = scf.for %j = %c0 to %across step %c1 iter_args(%so_far = %zeros) -> (!block) : i32 {
      %w16 = tile.load_view %tiles[%i, %j]
      %v16 = tile.load_view %parts[%j]
      %w = tile.cast %w16 : !narrow -> !block
      %v = tile.cast %v16 : tensor<{BLOCK}xf16> -> !row
      %products = tile.mul %w, %v
      %next = tile.add %so_far, %products
      scf.yield %next : !block
    }
    %sum = tile.reduce add %sums axis = 1
    tile.store_view %sum, %out[%i]
    tile.return
  }
}

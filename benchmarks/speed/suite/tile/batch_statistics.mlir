// variance and mean are those of each column of x, by Welford's rule. x has a multiple of ROWS rows. Each element of a tile keeps the
// statistics of every ROWS-th element of a column. In the end, they are merged (Chan, Golub and LeVeque).
//
// configurations: warps 2 4 8, parts 1 4 8, ROWS 8 16 32 64, BLOCK 32 64 128
// grid: x[1] / {BLOCK}

!matrix = !tile.array<?x?xbf16, strides = [?, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!tiles = !tile.view<tile = [{ROWS}, {BLOCK}], padding = zero, !matrix>
!narrow = tensor<{ROWS}x{BLOCK}xbf16>
!block = tensor<{ROWS}x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @batch_statistics(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                %variance: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                                %mean: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %j = tile.program_id 0
    %tiles = tile.view %x : !tiles
    %down = tile.num_tiles %tiles, 0
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %one = tile.literal 1.0
    %zeros = arith.constant dense<0.0> : !block
    %counts, %means, %squares = scf.for %i = %c0 to %down step %c1
        iter_args(%n = %zeros, %m = %zeros, %s = %zeros) -> (!block, !block, !block) : i32 {
      %v16 = tile.load_view %tiles[%i, %j]
      %v = tile.cast %v16 : !narrow -> !block
      %next_n = tile.add %n, %one
      %d = tile.sub %v, %m
      %shift = tile.div %d, %next_n rounding full
      %next_m = tile.add %m, %shift
      %rest = tile.sub %v, %next_m
      %more = tile.mul %d, %rest
      %next_s = tile.add %s, %more
      scf.yield %next_n, %next_m, %next_s : !block, !block, !block
    }
    %count, %center, %square = tile.reduce %counts, %means, %squares axis = 0 {
    ^bb0(%n: f32, %m: f32, %s: f32, %k: f32, %its_m: f32, %its_s: f32):
      %both = tile.add %n, %k
      %share = tile.div %k, %both rounding full
      %d = tile.sub %its_m, %m
      %shift = tile.mul %d, %share
      %next_m = tile.add %m, %shift
      %apart = tile.mul %d, %n
      %more = tile.mul %apart, %shift
      %sum = tile.add %s, %its_s
      %next_s = tile.add %sum, %more
      tile.yield %both, %next_m, %next_s : f32, f32, f32
    }
    %spread = tile.div %square, %count rounding full
    tile.store_view %spread, %variance[%j]
    tile.store_view %center, %mean[%j]
    tile.return
  }
}

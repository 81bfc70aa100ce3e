// out[i] is a token drawn from row i of the logits: the first index where logits / heat + noise is greatest.
//
// configurations: warps 4 8 16, BLOCK 1024 2048 4096
// grid: logits[0]

!logits = !tile.array<?x?xbf16, strides = [?, 1]>
!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!tokens = !tile.array<?xi32, strides = [1]>
!likely = !tile.view<tile = [1, {BLOCK}], padding = neg_inf, !logits>
!noisy = !tile.view<tile = [1, {BLOCK}], padding = zero, !matrix>
!narrow = tensor<1x{BLOCK}xbf16>
!block = tensor<1x{BLOCK}xf32>
!indices = tensor<1x{BLOCK}xi32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @sample_gumbel(%logits: !logits {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %noise: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %out: !tokens {tile.divisibility = 16 : i32},
                             %heat: f32) {
    %i = tile.program_id 0
    %likely = tile.view %logits : !likely
    %noisy = tile.view %noise : !noisy
    %across = tile.num_tiles %likely, 1
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %width = tile.literal {BLOCK}
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %lowest = arith.constant dense<0xFF800000> : !block
    %nowhere = arith.constant dense<0> : !indices
    %best, %where = scf.for %j = %c0 to %across step %c1 iter_args(%most = %lowest, %at = %nowhere) -> (!block, !indices) : i32 {
      %v16 = tile.load_view %likely[%i, %j]
      %v = tile.cast %v16 : !narrow -> !block
      %cooler = tile.div %v, %heat rounding full
      %chance = tile.load_view %noisy[%i, %j]
      %score = tile.add %cooler, %chance
      %start = tile.mul %j, %width
      %column = tile.add %start, %lane
      %better = tile.cmp gt, %score, %most
      %next_at = tile.where %better, %column, %at
      %next = tile.max %score, %most
      scf.yield %next, %next_at : !block, !indices
    }
    %top = tile.reduce max %best axis = 1
    %tops = tile.cmp eq, %best, %top
    %columns = tile.dim %logits, 1
    %candidates = tile.where %tops, %where, %columns
    %token = tile.reduce min %candidates axis = 1
    tile.store_view %token, %out[%i]
    tile.return
  }
}

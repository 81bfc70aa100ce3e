// best and tokens are the 4 most likely tokens of each row of logits, and the score of the beam with each of them: its score so far
// plus the logarithm of the token's share. Rows have at most BLOCK columns.
//
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: logits[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!best = !tile.array<?x4xf32, strides = [4, 1]>
!tokens = !tile.array<?x4xi32, strides = [4, 1]>
!block = tensor<1x{BLOCK}xf32>
!indices = tensor<1x{BLOCK}xi32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @beam_scores(%logits: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                           %scores: !vector {tile.divisibility = 16 : i32},
                           %best: !best {tile.divisibility = 16 : i32},
                           %tokens: !tokens {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %beams = arith.constant 4 : i32
    %v = tile.load_view %logits[%i, %c0] padding neg_inf : !matrix -> !block
    %score = tile.load_view %scores[%i] : !vector -> tensor<1xf32>
    %top = tile.reduce max %v axis = 1
    %lower = tile.sub %v, %top
    %e = tile.exp %lower rounding approx
    %sum = tile.reduce add %e axis = 1
    %log = tile.log %sum
    %all = tile.add %top, %log
    %base = tile.sub %score, %all
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %j = tile.expand_dims %lane axis = 0
    %lowest = tile.literal -inf
    %rest = scf.for %k = %c0 to %beams step %c1 iter_args(%left = %v) -> (!block) : i32 {
      %most, %at = tile.reduce %left, %j axis = 1 {
      ^bb0(%a: f32, %p: i32, %b: f32, %q: i32):
        %greater = tile.cmp gt, %a, %b
        %equal = tile.cmp eq, %a, %b
        %earlier = tile.cmp lt, %p, %q
        %tie = tile.and %equal, %earlier
        %first = tile.or %greater, %tie
        %c = tile.where %first, %a, %b
        %r = tile.where %first, %p, %q
        tile.yield %c, %r : f32, i32
      }
      %s = tile.add %most, %base
      %s_column = tile.expand_dims %s axis = 1
      %at_column = tile.expand_dims %at axis = 1
      tile.store_view %s_column, %best[%i, %k]
      tile.store_view %at_column, %tokens[%i, %k]
      %taken = tile.cmp eq, %j, %at
      %others = tile.where %taken, %lowest, %left
      scf.yield %others : !block
    }
    tile.return
  }
}

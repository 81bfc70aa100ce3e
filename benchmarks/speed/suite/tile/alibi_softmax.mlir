// out is the causal softmax of the rows of scores / 8, lowered by the head's slope times the distance of the key from the query.
// There are at most KEYS keys, and no more queries than keys.
//
// configurations: warps 2 4 8 16, KEYS 512 1024
// grid: scores[0] * scores[1]

!scores = !tile.array<?x?x?xf16, strides = [?, ?, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!narrow = tensor<1x1x{KEYS}xf16>
!block = tensor<1x1x{KEYS}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @alibi_softmax(%scores: !scores {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 1, 16>, tile.stride_divisibility = array<i64: 16, 16, 1>},
                             %slopes: !vector {tile.divisibility = 16 : i32},
                             %out: !scores {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 1, 16>, tile.stride_divisibility = array<i64: 16, 16, 1>}) {
    %pid = tile.program_id 0
    %queries = tile.dim %scores, 1
    %head = tile.floordiv %pid, %queries
    %query = tile.mod %pid, %queries
    %first = arith.constant 0 : i32
    %s16 = tile.load_view %scores[%head, %query, %first] : !scores -> !narrow
    %wide = tile.cast %s16 : !narrow -> !block
    %eighth = tile.literal 0.125
    %s = tile.mul %wide, %eighth
    %slope_at = tile.element_ptr %slopes[%head]
    %slope = tile.load %slope_at
    %key = tile.iota : tensor<{KEYS}xi32>
    %distance = tile.sub %query, %key
    %penalty = tile.mul %distance, %slope
    %lowered = tile.sub %s, %penalty
    %seen = tile.cmp le, %key, %query
    %lowest = tile.literal -inf
    %masked = tile.where %seen, %lowered, %lowest
    %max = tile.reduce max %masked axis = 2
    %max_column = tile.expand_dims %max axis = 2
    %lower = tile.sub %masked, %max_column
    %e = tile.exp %lower rounding approx
    %sum = tile.reduce add %e axis = 2
    %sum_column = tile.expand_dims %sum axis = 2
    %y = tile.div %e, %sum_column rounding full
    tile.store_view %y, %out[%head, %query, %first]
    tile.return
  }
}

// out[i] = log(sum of exp(x[i, :])), in one pass over a long row. Each element of a tile keeps its own maximum and sum.
//
// configurations: warps 4 8 16, parts 1 8 16, BLOCK 2048 4096 8192
// grid: x[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!tiles = !tile.view<tile = [1, {BLOCK}], padding = neg_inf, !matrix>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @log_sum_exp_long(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %tiles = tile.view %x : !tiles
    %across = tile.num_tiles %tiles, 1
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %lowest = arith.constant dense<0xFF800000> : !block
    %nothing = arith.constant dense<0.0> : !block
    %most, %sums = scf.for %j = %c0 to %across step %c1 iter_args(%m = %lowest, %s = %nothing) -> (!block, !block) : i32 {
      %v = tile.load_view %tiles[%i, %j]
      %top = tile.max %m, %v
      %old = tile.sub %m, %top
      %new = tile.sub %v, %top
      %factor = tile.exp %old rounding approx
      %more = tile.exp %new rounding approx
      %next = tile.fma %s, %factor, %more
      scf.yield %top, %next : !block, !block
    }
    %top = tile.reduce max %most axis = 1
    %lower = tile.sub %most, %top
    %factors = tile.exp %lower rounding approx
    %scaled = tile.mul %sums, %factors
    %sum = tile.reduce add %scaled axis = 1
    %log = tile.log %sum
    %y = tile.add %top, %log
    tile.store_view %y, %out[%i]
    tile.return
  }
}

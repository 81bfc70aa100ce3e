// out[i] is the index of the greatest element of row i of x, the first one if several are equal. Rows have at most BLOCK columns.
//
// configurations: warps 2 4 8 16, BLOCK 128 4096
// grid: x[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!indices = !tile.array<?xi64, strides = [1]>
!block = tensor<1x{BLOCK}xf32>
!positions = tensor<1x{BLOCK}xi32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @argmax(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                      %out: !indices {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding neg_inf : !matrix -> !block
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %j = tile.expand_dims %lane axis = 0 : tensor<{BLOCK}xi32> -> !positions
    %max, %at = tile.reduce %v, %j axis = 1 {
    ^bb0(%a: f32, %p: i32, %b: f32, %q: i32):
      %greater = tile.cmp gt, %a, %b : f32, f32 -> i1
      %equal = tile.cmp eq, %a, %b : f32, f32 -> i1
      %earlier = tile.cmp lt, %p, %q : i32, i32 -> i1
      %tie = tile.and %equal, %earlier : i1, i1 -> i1
      %left = tile.or %greater, %tie : i1, i1 -> i1
      %c = tile.where %left, %a, %b : i1, f32, f32 -> f32
      %r = tile.where %left, %p, %q : i1, i32, i32 -> i32
      tile.yield %c, %r : f32, i32
    } : !block, !positions -> tensor<1xf32>, tensor<1xi32>
    tile.store_view %at, %out[%i] : tensor<1xi32>, !indices
    tile.return
  }
}

// out = (x - mean(x)) / sqrt(variance(x) + eps) * weight + bias along rows of at most BLOCK columns, computed in f32.
//
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: x[0]

!vector = !tile.array<?xbf16, strides = [1]>
!matrix = !tile.array<?x?xbf16, strides = [?, 1]>
!narrow = tensor<1x{BLOCK}xbf16>
!block = tensor<1x{BLOCK}xf32>
!row = tensor<{BLOCK}xbf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @layer_norm(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %weight: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                          %bias: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                          %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %eps: f32) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %x16 = tile.load_view %x[%i, %first] padding zero : !matrix -> !narrow
    %v = tile.cast %x16 : !narrow -> !block
    %n = tile.dim %x, 1 : !matrix
    %total = tile.reduce %v axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> tensor<1xf32>
    %mean = tile.div %total, %n rounding full : tensor<1xf32>, i32 -> tensor<1xf32>
    %shifted = tile.sub %v, %mean : !block, tensor<1xf32> -> !block
    %j = tile.iota : tensor<{BLOCK}xi32>
    %inside = tile.cmp lt, %j, %n : tensor<{BLOCK}xi32>, i32 -> tensor<{BLOCK}xi1>
    %zero = tile.literal 0.0
    %d = tile.where %inside, %shifted, %zero : tensor<{BLOCK}xi1>, !block, !tile.literal<float> -> !block
    %squares = tile.mul %d, %d : !block, !block -> !block
    %power = tile.reduce %squares axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> tensor<1xf32>
    %variance = tile.div %power, %n rounding full : tensor<1xf32>, i32 -> tensor<1xf32>
    %least = tile.add %variance, %eps : tensor<1xf32>, f32 -> tensor<1xf32>
    %scale = tile.rsqrt %least rounding approx : tensor<1xf32> -> tensor<1xf32>
    %normal = tile.mul %d, %scale : !block, tensor<1xf32> -> !block
    %w = tile.load_view %weight[%first] : !vector -> !row
    %b = tile.load_view %bias[%first] : !vector -> !row
    %weighted = tile.mul %normal, %w : !block, !row -> !block
    %y = tile.add %weighted, %b : !block, !row -> !block
    tile.store_view %y, %out[%i, %first] : !block, !matrix
    tile.return
  }
}

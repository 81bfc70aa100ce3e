// out = x / sqrt(mean(x * x) + eps) * weight along rows of at most BLOCK columns, computed in f32.
//
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: x[0]

!vector = !tile.array<?xbf16, strides = [1]>
!matrix = !tile.array<?x?xbf16, strides = [?, 1]>
!narrow = tensor<1x{BLOCK}xbf16>
!block = tensor<1x{BLOCK}xf32>
!row = tensor<{BLOCK}xbf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @rms_norm(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                        %weight: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                        %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                        %eps: f32) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %x16 = tile.load_view %x[%i, %first] padding zero : !matrix -> !narrow
    %v = tile.cast %x16 : !narrow -> !block
    %n = tile.dim %x, 1 : !matrix
    %squares = tile.mul %v, %v : !block, !block -> !block
    %power = tile.reduce %squares axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> tensor<1xf32>
    %mean = tile.div %power, %n rounding full : tensor<1xf32>, i32 -> tensor<1xf32>
    %least = tile.add %mean, %eps : tensor<1xf32>, f32 -> tensor<1xf32>
    %scale = tile.rsqrt %least rounding approx : tensor<1xf32> -> tensor<1xf32>
    %normal = tile.mul %v, %scale : !block, tensor<1xf32> -> !block
    %w = tile.load_view %weight[%first] : !vector -> !row
    %y = tile.mul %normal, %w : !block, !row -> !block
    tile.store_view %y, %out[%i, %first] : !block, !matrix
    tile.return
  }
}

// out is x with each group of 8 channels of 1024 pixels normalized, times the channel's weight plus its bias.
//
// configurations: warps 4 8 16 32
// grid: x[0] * weight[0] / {8}

!images = !tile.array<?x?x1024xbf16, strides = [?, 1024, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!narrow = tensor<1x8x1024xbf16>
!block = tensor<1x8x1024xf32>
!flat = tensor<8192xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @group_norm(%x: !images {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 8, 1024>, tile.stride_divisibility = array<i64: 1024, 1024, 1>},
                          %weight: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                          %bias: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                          %out: !images {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 8, 1024>, tile.stride_divisibility = array<i64: 1024, 1024, 1>},
                          %eps: f32) {
    %pid = tile.program_id 0
    %channels = tile.dim %weight, 0
    %size = tile.literal 8
    %groups = tile.floordiv %channels, %size
    %n = tile.floordiv %pid, %groups
    %group = tile.mod %pid, %groups
    %all = arith.constant 0 : i32
    %x16 = tile.load_view %x[%n, %group, %all] : !images -> !narrow
    %v = tile.cast %x16 : !narrow -> !block
    %count = tile.literal 8192.0
    %flat = tile.reshape %v : !block -> !flat
    %total = tile.reduce add %flat axis = 0
    %mean = tile.div %total, %count rounding full
    %d = tile.sub %v, %mean
    %squares = tile.mul %d, %d
    %flat_squares = tile.reshape %squares : !block -> !flat
    %power = tile.reduce add %flat_squares axis = 0
    %variance = tile.div %power, %count rounding full
    %least = tile.add %variance, %eps
    %scale = tile.rsqrt %least rounding approx
    %normal = tile.mul %d, %scale
    %w = tile.load_view %weight[%group] : !vector -> tensor<8xf32>
    %b = tile.load_view %bias[%group] : !vector -> tensor<8xf32>
    %w_column = tile.expand_dims %w axis = 1
    %b_column = tile.expand_dims %b axis = 1
    %weighted = tile.mul %normal, %w_column
    %y = tile.add %weighted, %b_column
    tile.store_view %y, %out[%n, %group, %all]
    tile.return
  }
}

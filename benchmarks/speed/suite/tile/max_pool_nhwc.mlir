// out is the maximum of each 2 by 2 pixels of x, for each of 64 channels.
//
// configurations: warps 1 2 4 8, BLOCK 4 8 16 32
// grid: out[1] / {BLOCK}, out[0]

!image = !tile.array<?x?x64xbf16, strides = [?, 64, 1]>
!pairs = !tile.array<?x?x2x64xbf16, strides = [?, 128, 64, 1]>
!one = !tile.view<tile = [1, {BLOCK}, 1, 64], !pairs>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @max_pool_nhwc(%x: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 2, 2, 64>, tile.stride_divisibility = array<i64: 16, 64, 1>},
                             %out: !image {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 64, 1>}) {
    %j = tile.program_id 0
    %i = tile.program_id 1
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %two = tile.literal 2
    // x with its pixels in pairs.
    %base = tile.base %x
    %height = tile.dim %x, 0
    %columns = tile.dim %x, 1
    %width = tile.floordiv %columns, %two
    %stride32 = tile.stride %x, 0
    %stride = tile.cast %stride32 : i32 -> i64
    %paired = tile.make_array %base shape[%height, %width] strides[%stride] : !tile.ptr<bf16> -> !pairs
    %pixels = tile.view %paired : !one
    %above = tile.mul %i, %two
    %below = tile.add %above, %c1
    %a = tile.load_view %pixels[%above, %j, %c0, %c0]
    %b = tile.load_view %pixels[%above, %j, %c1, %c0]
    %c = tile.load_view %pixels[%below, %j, %c0, %c0]
    %d = tile.load_view %pixels[%below, %j, %c1, %c0]
    %top = tile.max %a, %b
    %bottom = tile.max %c, %d
    %most = tile.max %top, %bottom
    %y = tile.reshape %most : tensor<1x{BLOCK}x1x64xbf16> -> tensor<1x{BLOCK}x64xbf16>
    tile.store_view %y, %out[%i, %j, %c0]
    tile.return
  }
}

// out is the maximum of each 2 by 2 pixels of x, for each of 64 channels.
//
// configurations: warps 1 2 4 8, BLOCK 4 8 16 32
// grid: out[1] / {BLOCK}, out[0]

!image = !tile.array<?x?x64xbf16, strides = [?, 64, 1]>
!pairs = tensor<2x{BLOCK}x2x64xbf16>
!pixels = tensor<1x{BLOCK}x64xbf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @max_pool_nhwc(%x: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 2, 2, 64>, tile.stride_divisibility = array<i64: 16, 64, 1>},
                             %out: !image {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 64, 1>}) {
    %j = tile.program_id 0
    %i = tile.program_id 1
    %all = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %j, %all] : !image -> tensor<2x{2*BLOCK}x64xbf16>
    %pairs = tile.reshape %v : tensor<2x{2*BLOCK}x64xbf16> -> !pairs
    %wider = tile.reduce max %pairs axis = 2
    %most = tile.reduce max %wider axis = 0
    %pixels = tile.expand_dims %most axis = 0
    tile.store_view %pixels, %out[%i, %j, %all]
    tile.return
  }
}

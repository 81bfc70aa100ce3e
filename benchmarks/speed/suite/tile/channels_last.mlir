// out[n, p, c] = x[n, c, p] with 64 channels.
//
// configurations: warps 2 4 8, BLOCK 32 64 128 256
// grid: x[2] / {BLOCK}, x[0]

!first = !tile.array<?x64x?xf16, strides = [?, ?, 1]>
!last = !tile.array<?x?x64xf16, strides = [?, 64, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @channels_last(%x: !first {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 1, 16>, tile.stride_divisibility = array<i64: 16, 16, 1>},
                             %out: !last {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 64, 1>}) {
    %p = tile.program_id 0
    %n = tile.program_id 1
    %all = arith.constant 0 : i32
    %v = tile.load_view %x[%n, %all, %p] : !first -> tensor<1x64x{BLOCK}xf16>
    %t = tile.permute %v [0, 2, 1]
    tile.store_view %t, %out[%n, %p, %all]
    tile.return
  }
}

// out has the rows of x as bytes, each row scaled to its greatest magnitude and rounded, halves away from zero. Rows have at most
// BLOCK columns.
//
// configurations: warps 2 4 8 16, BLOCK 256 4096
// grid: x[0]

!matrix = !tile.array<?x?xf16, strides = [?, 1]>
!bytes = !tile.array<?x?xi8, strides = [?, 1]>
!vector = !tile.array<?xf32, strides = [1]>
!narrow = tensor<1x{BLOCK}xf16>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @int8_rows(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                         %out: !bytes {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                         %scales: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %x16 = tile.load_view %x[%i, %first] padding zero : !matrix -> !narrow
    %v = tile.cast %x16 : !narrow -> !block
    %size = tile.abs %v
    %max = tile.reduce max %size axis = 1
    %least = tile.literal 1.0e-12
    %greatest = tile.literal 127.0
    %most = tile.max %max, %least
    %scale = tile.div %most, %greatest rounding full
    %q = tile.div %v, %scale rounding full
    %zero = tile.literal 0.0
    %half = tile.literal 0.5
    %minus_half = tile.literal -0.5
    %negative = tile.cmp lt, %q, %zero
    %away = tile.where %negative, %minus_half, %half
    %rounded = tile.add %q, %away
    tile.store_view %rounded, %out[%i, %first]
    tile.store_view %scale, %scales[%i]
    tile.return
  }
}

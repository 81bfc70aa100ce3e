// out[i] is the square root of the sum of squares of row i of x, in f64. Rows have at most BLOCK columns.
//
// configurations: warps 1 2 4 8, BLOCK 256 2048
// grid: x[0]

!matrix = !tile.array<?x?xf64, strides = [?, 1]>
!vector = !tile.array<?xf64, strides = [1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @row_norms_f64(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding zero : !matrix -> tensor<1x{BLOCK}xf64>
    %squares = tile.mul %v, %v
    %sum = tile.reduce add %squares axis = 1
    %norm = tile.sqrt %sum
    tile.store_view %norm, %out[%i]
    tile.return
  }
}

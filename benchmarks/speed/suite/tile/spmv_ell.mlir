// out is the product of a matrix that has 32 elements in each row with the vector x.
//
// configurations: warps 1 2 4 8, ROWS 16 32 64 128
// grid: out[0] / {ROWS}

!values = !tile.array<?x32xf32, strides = [32, 1]>
!columns = !tile.array<?x32xi32, strides = [32, 1]>
!vector = !tile.array<?xf32, strides = [1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @spmv_ell(%values: !values {tile.divisibility = 16 : i32},
                        %columns: !columns {tile.divisibility = 16 : i32},
                        %x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                        %out: !vector {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %values[%i, %first] padding zero : !values -> tensor<{ROWS}x32xf32>
    %column = tile.load_view %columns[%i, %first] padding zero : !columns -> tensor<{ROWS}x32xi32>
    %at = tile.element_ptr %x[%column]
    %factor = tile.load %at
    %products = tile.mul %v, %factor
    %sum = tile.reduce add %products axis = 1
    tile.store_view %sum, %out[%i]
    tile.return
  }
}

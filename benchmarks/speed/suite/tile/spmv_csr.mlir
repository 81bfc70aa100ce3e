// out is the product of a matrix in compressed rows with the vector x. Row i has the elements from offsets[i] up to offsets[i+1].
//
// configurations: warps 1 2 4, ROWS 1 4 16, BLOCK 16 32 64
// grid: out[0] / {ROWS}

!vector = !tile.array<?xf32, strides = [1]>
!numbers = !tile.array<?xi32, strides = [1]>
!rows = !tile.view<tile = [{ROWS}], padding = zero, !numbers>
!block = tensor<{ROWS}x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @spmv_csr(%values: !vector,
                        %columns: !numbers,
                        %offsets: !numbers,
                        %x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                        %out: !vector) {
    %i = tile.program_id 0
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %width = arith.constant {BLOCK} : i32
    %count = tile.dim %offsets, 0
    %behind = tile.slice %offsets axis = 0 from %c1 to %count
    %begins = tile.view %offsets : !rows
    %ends = tile.view %behind : !rows
    %begin = tile.load_view %begins[%i]
    %end = tile.load_view %ends[%i]
    %begin_column = tile.expand_dims %begin axis = 1
    %end_column = tile.expand_dims %end axis = 1
    %lengths = tile.sub %end, %begin
    %longest = tile.reduce max %lengths axis = 0
    %lane = tile.iota : tensor<{BLOCK}xi32>
    %zeros = arith.constant dense<0.0> : !block
    %zero = tile.literal 0
    %sums = scf.for %start = %c0 to %longest step %width iter_args(%so_far = %zeros) -> (!block) : i32 {
      %j = tile.add %lane, %start
      %at = tile.add %begin_column, %j
      %inside = tile.cmp lt, %at, %end_column
      %column_at = tile.element_ptr %columns[%at]
      %column = tile.load %column_at, %inside, %zero
      %value_at = tile.element_ptr %values[%at]
      %value = tile.load %value_at, %inside, %zero
      %x_at = tile.element_ptr %x[%column]
      %factor = tile.load %x_at, %inside, %zero
      %products = tile.mul %value, %factor
      %next = tile.add %so_far, %products
      scf.yield %next : !block
    }
    %sum = tile.reduce add %sums axis = 1
    tile.store_view %sum, %out[%i]
    tile.return
  }
}

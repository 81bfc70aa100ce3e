// out is x, twice as high and wide, interpolated bilinearly between the centers of pixels.
//
// configurations: warps 2 4 8, ROWS 4 8 16, BLOCK 64 128 256
// grid: out[1] / {BLOCK}, out[0] / {ROWS}

!image = !tile.array<?x?xf32, strides = [?, 1]>
!down = tensor<{ROWS}xi32>
!across = tensor<1x{BLOCK}xi32>
!column = tensor<{ROWS}x1xi32>
!f_column = tensor<{ROWS}x1xf32>
!f_row = tensor<1x{BLOCK}xf32>
!block = tensor<{ROWS}x{BLOCK}xf32>
!mask = tensor<{ROWS}x{BLOCK}xi1>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @upsample_bilinear(%x: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                 %out: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %column = tile.program_id 0
    %row = tile.program_id 1
    %rows = tile.literal {ROWS}
    %columns = tile.literal {BLOCK}
    %first_row = tile.mul %row, %rows
    %first_column = tile.mul %column, %columns
    %down = tile.iota : tensor<{ROWS}xi32>
    %across = tile.iota : tensor<{BLOCK}xi32>
    %from_row = tile.add %first_row, %down
    %from_column = tile.add %first_column, %across
    %i = tile.expand_dims %from_row axis = 1
    %j = tile.expand_dims %from_column axis = 0
    %inside = tile.in_bounds %out[%i, %j]
    %half = tile.literal 0.5
    %quarter = tile.literal 0.25
    %zero = tile.literal 0.0
    %one = tile.literal 1
    %one_f = tile.literal 1.0
    %half_i = tile.mul %i, %half
    %half_j = tile.mul %j, %half
    %shifted_i = tile.sub %half_i, %quarter
    %shifted_j = tile.sub %half_j, %quarter
    %y = tile.max %shifted_i, %zero
    %z = tile.max %shifted_j, %zero
    %above = tile.cast %y : !f_column -> !column
    %left = tile.cast %z : !f_row -> !across
    %u = tile.sub %y, %above
    %v = tile.sub %z, %left
    %height = tile.dim %x, 0
    %width = tile.dim %x, 1
    %last_row = tile.sub %height, %one
    %last_column = tile.sub %width, %one
    %next_row = tile.add %above, %one
    %next_column = tile.add %left, %one
    %below = tile.min %next_row, %last_row
    %right = tile.min %next_column, %last_column
    %top = func.call @between(%x, %above, %left, %right, %v, %inside) : (!image, !column, !across, !across, !f_row, !mask) -> !block
    %bottom = func.call @between(%x, %below, %left, %right, %v, %inside) : (!image, !column, !across, !across, !f_row, !mask) -> !block
    %less = tile.sub %one_f, %u
    %upper = tile.mul %top, %less
    %lower = tile.mul %bottom, %u
    %sum = tile.add %upper, %lower
    tile.store_view %sum, %out[%row, %column]
    tile.return
  }

  // Row i between columns j and k: the share v is that of k.
  func.func private @between(%x: !image, %i: !column, %j: !across, %k: !across, %v: !f_row, %inside: !mask) -> !block {
    %one = tile.literal 1.0
    %near = tile.element_ptr %x[%i, %j]
    %far = tile.element_ptr %x[%i, %k]
    %a = tile.load %near, %inside
    %b = tile.load %far, %inside
    %less = tile.sub %one, %v
    %left = tile.mul %a, %less
    %right = tile.mul %b, %v
    %sum = tile.add %left, %right
    func.return %sum : !block
  }
}

// out is the mean of each element of x and its eight neighbors, each weighted by exp(-sharp * the squared difference).
//
// configurations: warps 2 4 8, ROWS 2 4 8, BLOCK 64 128 256
// grid: x[1] / {BLOCK}, x[0] / {ROWS}

!image = !tile.array<?x?xf32, strides = [?, 1]>
!column = tensor<{ROWS}x1xi32>
!row = tensor<1x{BLOCK}xi32>
!block = tensor<{ROWS}x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @bilateral_3x3(%x: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %out: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %sharp: f32) {
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
    %one = tile.literal 1
    %above = tile.sub %i, %one
    %below = tile.add %i, %one
    %left = tile.sub %j, %one
    %right = tile.add %j, %one
    %ones = arith.constant dense<1.0> : !block
    %center = tile.load_view %x[%row, %column] padding zero : !image -> !block
    %t0, %w0 = func.call @weigh(%x, %above, %left, %center, %sharp, %center, %ones) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t1, %w1 = func.call @weigh(%x, %above, %j, %center, %sharp, %t0, %w0) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t2, %w2 = func.call @weigh(%x, %above, %right, %center, %sharp, %t1, %w1) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t3, %w3 = func.call @weigh(%x, %i, %left, %center, %sharp, %t2, %w2) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t4, %w4 = func.call @weigh(%x, %i, %right, %center, %sharp, %t3, %w3) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t5, %w5 = func.call @weigh(%x, %below, %left, %center, %sharp, %t4, %w4) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t6, %w6 = func.call @weigh(%x, %below, %j, %center, %sharp, %t5, %w5) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %t7, %w7 = func.call @weigh(%x, %below, %right, %center, %sharp, %t6, %w6) : (!image, !column, !row, !block, f32, !block, !block) -> (!block, !block)
    %mean = tile.div %t7, %w7 rounding full
    tile.store_view %mean, %out[%row, %column]
    tile.return
  }

  // Adds the elements at i, j to the total, and their weights to the weights, where there are such elements.
  func.func private @weigh(%x: !image, %i: !column, %j: !row, %center: !block, %sharp: f32, %total: !block, %weights: !block)
      -> (!block, !block) {
    %zero = tile.literal 0.0
    %there = tile.in_bounds %x[%i, %j]
    %at = tile.element_ptr %x[%i, %j]
    %near = tile.load %at, %there, %zero
    %d = tile.sub %near, %center
    %dull = tile.neg %sharp
    %scaled = tile.mul %dull, %d
    %power = tile.mul %scaled, %d
    %e = tile.exp %power rounding approx
    %w = tile.where %there, %e, %zero
    %next = tile.fma %w, %near, %total
    %more = tile.add %weights, %w
    func.return %next, %more : !block, !block
  }
}

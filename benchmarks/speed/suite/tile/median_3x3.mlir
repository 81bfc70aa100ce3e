// out is the median of each element of x and its eight neighbors; beyond the edge is 0. The median of nine is the median of
// three numbers: the greatest of the columns' minima, the median of their medians, and the least of their maxima.
//
// configurations: warps 2 4 8, ROWS 2 4 8, BLOCK 32 64 128 256
// grid: x[1] / {BLOCK}, x[0] / {ROWS}

!image = !tile.array<?x?xui8, strides = [?, 1]>
!near = !tile.view<tile = [{ROWS}, {BLOCK}], steps = [1, 1], padding = zero, !image>
!block = tensor<{ROWS}x{BLOCK}xui8>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @median_3x3(%x: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %out: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %column = tile.program_id 0
    %row = tile.program_id 1
    %rows = arith.constant {ROWS} : i32
    %columns = arith.constant {BLOCK} : i32
    %one = arith.constant 1 : i32
    %i = tile.mul %row, %rows
    %j = tile.mul %column, %columns
    %left = tile.sub %j, %one
    %right = tile.add %j, %one
    %near = tile.view %x : !near
    %l0, %m0, %h0 = func.call @sorted(%near, %i, %left) : (!near, i32, i32) -> (!block, !block, !block)
    %l1, %m1, %h1 = func.call @sorted(%near, %i, %j) : (!near, i32, i32) -> (!block, !block, !block)
    %l2, %m2, %h2 = func.call @sorted(%near, %i, %right) : (!near, i32, i32) -> (!block, !block, !block)
    %l01 = tile.max %l0, %l1
    %low = tile.max %l01, %l2
    %mid = func.call @middle(%m0, %m1, %m2) : (!block, !block, !block) -> !block
    %h01 = tile.min %h0, %h1
    %high = tile.min %h01, %h2
    %median = func.call @middle(%low, %mid, %high) : (!block, !block, !block) -> !block
    tile.store_view %median, %out[%row, %column]
    tile.return
  }

  // The elements at i, j and those above and below them, sorted.
  func.func private @sorted(%near: !near, %i: i32, %j: i32) -> (!block, !block, !block) {
    %one = arith.constant 1 : i32
    %above = tile.sub %i, %one
    %below = tile.add %i, %one
    %a = tile.load_view %near[%above, %j] anywhere
    %b = tile.load_view %near[%i, %j] anywhere
    %c = tile.load_view %near[%below, %j] anywhere
    %ab = tile.min %a, %b
    %low = tile.min %ab, %c
    %mid = func.call @middle(%a, %b, %c) : (!block, !block, !block) -> !block
    %ba = tile.max %a, %b
    %high = tile.max %ba, %c
    func.return %low, %mid, %high : !block, !block, !block
  }

  func.func private @middle(%a: !block, %b: !block, %c: !block) -> !block {
    %low = tile.min %a, %b
    %high = tile.max %a, %b
    %least = tile.min %high, %c
    %mid = tile.max %low, %least
    func.return %mid : !block
  }
}

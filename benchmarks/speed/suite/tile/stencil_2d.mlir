// out is half of each element of x and an eighth of each of its four neighbors; beyond the edge is 0.
//
// configurations: warps 2 4 8, ROWS 2 4 8 16, BLOCK 32 64 128 256
// grid: x[1] / {BLOCK}, x[0] / {ROWS}

!image = !tile.array<?x?xf32, strides = [?, 1]>
!near = !tile.view<tile = [{ROWS}, {BLOCK}], steps = [1, 1], padding = zero, !image>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @stencil_2d(%x: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                          %out: !image {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %column = tile.program_id 0
    %row = tile.program_id 1
    %rows = arith.constant {ROWS} : i32
    %columns = arith.constant {BLOCK} : i32
    %one = arith.constant 1 : i32
    %i = tile.mul %row, %rows
    %j = tile.mul %column, %columns
    %above = tile.sub %i, %one
    %below = tile.add %i, %one
    %left = tile.sub %j, %one
    %right = tile.add %j, %one
    %near = tile.view %x : !near
    %here = tile.load_view %near[%i, %j] anywhere
    %north = tile.load_view %near[%above, %j] anywhere
    %south = tile.load_view %near[%below, %j] anywhere
    %west = tile.load_view %near[%i, %left] anywhere
    %east = tile.load_view %near[%i, %right] anywhere
    %vertical = tile.add %north, %south
    %horizontal = tile.add %west, %east
    %four = tile.add %vertical, %horizontal
    %half = tile.literal 0.5
    %eighth = tile.literal 0.125
    %own = tile.mul %here, %half
    %others = tile.mul %four, %eighth
    %y = tile.add %own, %others
    tile.store_view %y, %out[%row, %column]
    tile.return
  }
}

// out is the sum of the six neighbors of each element of x, minus six times the element; beyond the edge is 0.
//
// configurations: warps 2 4 8, ROWS 2 4 8 16, BLOCK 32 64 128 256
// grid: x[2] / {BLOCK}, x[1] / {ROWS}, x[0]

!volume = !tile.array<?x?x?xf32, strides = [?, ?, 1]>
!near = !tile.view<tile = [1, {ROWS}, {BLOCK}], steps = [1, 1, 1], padding = zero, !volume>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @stencil_3d(%x: !volume {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 1, 16>, tile.stride_divisibility = array<i64: 16, 16, 1>},
                          %out: !volume {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 1, 16>, tile.stride_divisibility = array<i64: 16, 16, 1>}) {
    %column = tile.program_id 0
    %row = tile.program_id 1
    %d = tile.program_id 2
    %rows = arith.constant {ROWS} : i32
    %columns = arith.constant {BLOCK} : i32
    %one = arith.constant 1 : i32
    %i = tile.mul %row, %rows
    %j = tile.mul %column, %columns
    %before = tile.sub %d, %one
    %behind = tile.add %d, %one
    %above = tile.sub %i, %one
    %below = tile.add %i, %one
    %left = tile.sub %j, %one
    %right = tile.add %j, %one
    %near = tile.view %x : !near
    %here = tile.load_view %near[%d, %i, %j] anywhere
    %front = tile.load_view %near[%before, %i, %j] anywhere
    %back = tile.load_view %near[%behind, %i, %j] anywhere
    %north = tile.load_view %near[%d, %above, %j] anywhere
    %south = tile.load_view %near[%d, %below, %j] anywhere
    %west = tile.load_view %near[%d, %i, %left] anywhere
    %east = tile.load_view %near[%d, %i, %right] anywhere
    %deep = tile.add %front, %back
    %vertical = tile.add %north, %south
    %horizontal = tile.add %west, %east
    %plane = tile.add %vertical, %horizontal
    %six = tile.add %plane, %deep
    %minus_six = tile.literal -6.0
    %y = tile.fma %here, %minus_six, %six
    tile.store_view %y, %out[%d, %row, %column]
    tile.return
  }
}

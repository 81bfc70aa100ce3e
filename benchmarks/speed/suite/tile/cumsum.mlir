// out has the running sums of the rows of x, of at most BLOCK columns.
//
// configurations: warps 2 4 8 16, BLOCK 128 4096
// grid: x[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @cumsum(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                      %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding zero : !matrix -> !block
    %sums = tile.scan %v axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> !block
    tile.store_view %sums, %out[%i, %first] : !block, !matrix
    tile.return
  }
}

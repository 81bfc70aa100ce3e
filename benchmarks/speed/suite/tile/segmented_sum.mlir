// out has the running sums of the rows of x. A new sum begins where flags is not zero. Rows have at most BLOCK columns.
//
// configurations: warps 1 2 4 8, BLOCK 1024 2048
// grid: x[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!flags = !tile.array<?x?xi8, strides = [?, 1]>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @segmented_sum(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %flags: !flags {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                             %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding zero : !matrix -> !block
    %flag = tile.load_view %flags[%i, %first] padding zero : !flags -> tensor<1x{BLOCK}xi8>
    %zero = tile.literal 0
    %begins = tile.cmp ne, %flag, %zero
    %any, %sums = tile.scan %begins, %v axis = 1 {
    ^bb0(%p: i1, %a: f32, %q: i1, %b: f32):
      %either = tile.or %p, %q
      %both = tile.add %a, %b
      %sum = tile.where %q, %b, %both
      tile.yield %either, %sum : i1, f32
    }
    tile.store_view %sums, %out[%i, %first]
    tile.return
  }
}

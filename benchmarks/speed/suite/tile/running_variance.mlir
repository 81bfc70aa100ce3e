// out is the variance of the elements of a row of x up to each element, by the rule of Chan, Golub and LeVeque. Rows have at most
// BLOCK columns.
//
// configurations: warps 1 2 4 8, BLOCK 512 1024
// grid: x[0]

!matrix = !tile.array<?x?xf32, strides = [?, 1]>
!block = tensor<1x{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @running_variance(%x: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>},
                                %out: !matrix {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 1, 16>, tile.stride_divisibility = array<i64: 16, 1>}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] padding zero : !matrix -> !block
    %ones = arith.constant dense<1.0> : !block
    %zeros = arith.constant dense<0.0> : !block
    %count, %mean, %square = tile.scan %ones, %v, %zeros axis = 1 {
    ^bb0(%n: f32, %m: f32, %s: f32, %k: f32, %its_m: f32, %its_s: f32):
      %both = tile.add %n, %k
      %share = tile.div %k, %both rounding full
      %d = tile.sub %its_m, %m
      %shift = tile.mul %d, %share
      %next_m = tile.add %m, %shift
      %apart = tile.mul %d, %n
      %more = tile.mul %apart, %shift
      %sum = tile.add %s, %its_s
      %next_s = tile.add %sum, %more
      tile.yield %both, %next_m, %next_s : f32, f32, f32
    }
    %variance = tile.div %square, %count rounding full
    tile.store_view %variance, %out[%i, %first]
    tile.return
  }
}

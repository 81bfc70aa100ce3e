// c = a * b in fp8 with scales per block: a has a scale for each row and 128 columns, b has one for each 128 by 128 elements. The sum of
// each 128 products is scaled and added up in f32. b and the scales of a are transposed in memory. Each program computes two tiles of
// 128x128 next to each other. Launch one program for each 256 columns of 128 rows, along one axis. Programs are numbered in bands of 16
// along the rows, as in matmul.mlir.
!a = !tile.array<?x?xf8E4M3FN, strides = [?, 1]>
!b = !tile.array<?x?xf8E4M3FN, strides = [1, ?]>
!scales = !tile.array<?x?xf32, strides = [?, 1]>
!columns = !tile.array<?x?xf32, strides = [1, ?]>
!c = !tile.array<?x?xbf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @fp8(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>}, %a_scales: !columns {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 4>},
                   %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 16>}, %b_scales: !scales,
                   %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 128 : i32
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %m = tile.dim %c, 0 : !c
    %n = tile.dim %c, 1 : !c
    %tile = arith.constant 128 : i32
    %rows_of_tiles = tile.cdiv %m, %tile : i32, i32 -> i32
    %tile_n = arith.constant 256 : i32
    %two = arith.constant 2 : i32
    %columns_of_tiles = tile.cdiv %n, %tile_n : i32, i32 -> i32
    %pid = tile.program_id 0
    %height = arith.constant 16 : i32
    %band_size = arith.muli %height, %columns_of_tiles : i32
    %band = arith.divui %pid, %band_size : i32
    %within = arith.remui %pid, %band_size : i32
    %first = arith.muli %band, %height : i32
    %left = arith.subi %rows_of_tiles, %first : i32
    %band_rows = arith.minsi %left, %height : i32
    %down = arith.remui %within, %band_rows : i32
    %i = arith.addi %first, %down : i32
    %jj = arith.divui %within, %band_rows : i32
    %j = arith.muli %jj, %two : i32
    %j1 = arith.addi %j, %one : i32
    %nothing = arith.constant dense<0.0> : tensor<128x128xf32>
    %sum, %sum1 = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing, %acc1 = %nothing)
        -> (tensor<128x128xf32>, tensor<128x128xf32>) : i32 {
      // Scales of b come from global memory: they are loaded before the program waits for tiles that are copied ahead.
      %t = tile.load_view %b_scales[%k, %j] padding zero : !scales -> tensor<1x1xf32>
      %u = tile.load_view %b_scales[%k, %j1] padding zero anywhere : !scales -> tensor<1x1xf32>
      %s = tile.load_view %a_scales[%i, %k] padding zero : !columns -> tensor<128x1xf32>
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<128x128xf8E4M3FN>
      %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<128x128xf8E4M3FN>
      %y1 = tile.load_view %b[%k, %j1] padding zero anywhere : !b -> tensor<128x128xf8E4M3FN>
      %block = tile.dot %x, %y, %nothing : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
      %st = tile.mul %s, %t : tensor<128x1xf32>, tensor<1x1xf32> -> tensor<128x1xf32>
      %next = tile.fma %block, %st, %acc : tensor<128x128xf32>, tensor<128x1xf32>, tensor<128x128xf32> -> tensor<128x128xf32>
      %block1 = tile.dot %x, %y1, %nothing : tensor<128x128xf8E4M3FN>, tensor<128x128xf8E4M3FN> -> tensor<128x128xf32>
      %su = tile.mul %s, %u : tensor<128x1xf32>, tensor<1x1xf32> -> tensor<128x1xf32>
      %next1 = tile.fma %block1, %su, %acc1 : tensor<128x128xf32>, tensor<128x1xf32>, tensor<128x128xf32> -> tensor<128x128xf32>
      scf.yield %next, %next1 : tensor<128x128xf32>, tensor<128x128xf32>
    }
    %out = tile.cast %sum : tensor<128x128xf32> -> tensor<128x128xbf16>
    tile.store_view %out, %c[%i, %j] : tensor<128x128xbf16>, !c
    %out1 = tile.cast %sum1 : tensor<128x128xf32> -> tensor<128x128xbf16>
    tile.store_view %out1, %c[%i, %j1] anywhere : tensor<128x128xbf16>, !c
    tile.return
  }
}

// c = (a * b) * scale[row] * scale[column]: products of 8-bit integers with exact sums in 32 bits, scaled to f16. b is transposed in
// memory, so that elements along the sum are contiguous. Each program computes a tile of 128x$COLUMNS. Launch one program for each
// tile, along one axis. Programs are numbered in bands of 16 tiles along the rows, as in matmul.mlir.
!a = !tile.array<?x?xi8, strides = [?, 1]>
!b = !tile.array<?x?xi8, strides = [1, ?]>
!scales = !tile.array<?xf32, strides = [1]>
!c = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @int8(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                    %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 16>},
                    %row_scales: !scales, %column_scales: !scales,
                    %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 128 : i32
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %m = tile.dim %c, 0 : !c
    %n = tile.dim %c, 1 : !c
    %tile_m = arith.constant 128 : i32
    %tile_n = arith.constant $COLUMNS : i32
    %rows_of_tiles = tile.cdiv %m, %tile_m : i32, i32 -> i32
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
    %j = arith.divui %within, %band_rows : i32
    %nothing = arith.constant dense<0> : tensor<128x$COLUMNSxi32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x$COLUMNSxi32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<128x128xi8>
      %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<128x$COLUMNSxi8>
      %next = tile.dot %x, %y, %acc : tensor<128x128xi8>, tensor<128x$COLUMNSxi8> -> tensor<128x$COLUMNSxi32>
      scf.yield %next : tensor<128x$COLUMNSxi32>
    }
    %wide = tile.cast %sum : tensor<128x$COLUMNSxi32> -> tensor<128x$COLUMNSxf32>
    %r = tile.load_view %row_scales[%i] padding zero : !scales -> tensor<128xf32>
    %rows = tile.expand_dims %r axis = 1 : tensor<128xf32> -> tensor<128x1xf32>
    %columns = tile.load_view %column_scales[%j] padding zero : !scales -> tensor<$COLUMNSxf32>
    %by_row = tile.mul %wide, %rows : tensor<128x$COLUMNSxf32>, tensor<128x1xf32> -> tensor<128x$COLUMNSxf32>
    %scaled = tile.mul %by_row, %columns : tensor<128x$COLUMNSxf32>, tensor<$COLUMNSxf32> -> tensor<128x$COLUMNSxf32>
    %out = tile.cast %scaled : tensor<128x$COLUMNSxf32> -> tensor<128x$COLUMNSxf16>
    tile.store_view %out, %c[%i, %j] : tensor<128x$COLUMNSxf16>, !c
    tile.return
  }
}

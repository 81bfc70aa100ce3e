// c = a * b in $T with sums in f32, for matrices whose rows follow each other in memory and may have any length. Tensor maps need rows
// that begin at multiples of 16 bytes. So @align copies a and b to such rows, and @product multiplies the copies. A matrix that is
// aligned needs no copy.
//
// @align copies tiles of 32x128. Launch it for the tiles of a, which are %a_tiles, and those of b, along one axis. Launch @product once
// for each multiprocessor, or for fewer tiles of $TMx$TN.
!rows = !tile.array<?x?x$T, strides = [?, 1]>
!piece = tensor<32x128x$T>
!sum = tensor<$TMx$TNxf32>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @align(%a: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $ADIVISOR, 1>},
                     %a_rows: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %b: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $BDIVISOR, 1>},
                     %b_rows: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %a_tiles: i32) {
    %width = arith.constant 128 : i32
    %pid = tile.program_id 0
    %of_a = arith.cmpi slt, %pid, %a_tiles : i32
    scf.if %of_a {
      %size = tile.dim %a, 1 : !rows
      %across = tile.cdiv %size, %width : i32, i32 -> i32
      %i = arith.divui %pid, %across : i32
      %j = arith.remui %pid, %across : i32
      %x = tile.load_view %a[%i, %j] padding zero : !rows -> !piece
      tile.store_view %x, %a_rows[%i, %j] : !piece, !rows
    } else {
      %number = arith.subi %pid, %a_tiles : i32
      %size = tile.dim %b, 1 : !rows
      %across = tile.cdiv %size, %width : i32, i32 -> i32
      %i = arith.divui %number, %across : i32
      %j = arith.remui %number, %across : i32
      %x = tile.load_view %b[%i, %j] padding zero : !rows -> !piece
      tile.store_view %x, %b_rows[%i, %j] : !piece, !rows
    }
    tile.return
  }
  tile.kernel @product(%a_rows: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %b_rows: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %c: !rows {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $BDIVISOR, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_m = arith.constant $TM : i32
    %tile_n = arith.constant $TN : i32
    %tile_k = arith.constant 64 : i32
    %m = tile.dim %c, 0 : !rows
    %n = tile.dim %c, 1 : !rows
    %depth = tile.dim %a_rows, 1 : !rows
    %rows = tile.cdiv %m, %tile_m : i32, i32 -> i32
    %columns = tile.cdiv %n, %tile_n : i32, i32 -> i32
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %total = arith.muli %rows, %columns : i32
    %height = arith.constant 16 : i32
    %band_size = arith.muli %height, %columns : i32
    %nothing = arith.constant dense<0.0> : !sum
    %pid = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %tile = %pid to %total step %programs : i32 {
      %band = arith.divui %tile, %band_size : i32
      %within = arith.remui %tile, %band_size : i32
      %first = arith.muli %band, %height : i32
      %left = arith.subi %rows, %first : i32
      %band_rows = arith.minsi %left, %height : i32
      %down = arith.remui %within, %band_rows : i32
      %i = arith.addi %first, %down : i32
      %j = arith.divui %within, %band_rows : i32
      %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (!sum) : i32 {
        %x = tile.load_view %a_rows[%i, %k] padding zero : !rows -> tensor<$TMx64x$T>
        %y = tile.load_view %b_rows[%k, %j] padding zero : !rows -> tensor<64x$TNx$T>
        %next = tile.dot %x, %y, %acc : tensor<$TMx64x$T>, tensor<64x$TNx$T> -> !sum
        scf.yield %next : !sum
      }
      %out = tile.cast %sum : !sum -> tensor<$TMx$TNx$T>
      tile.store_view %out, %c[%i, %j] : tensor<$TMx$TNx$T>, !rows
    } {tile.in_any_order}
    tile.return
  }
}

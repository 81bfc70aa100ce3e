// c = a * b in f32. Tensor cores use 11 bits of each factor (tf32), to which bulk copies round. If b is transposed in memory, its elements
// along the sum are contiguous; otherwise threads read its tiles from shared memory to registers. Each program computes a tile of $TMx$TN.
// Launch one program for each tile, along one axis. Programs are numbered in bands of 16 tiles along the rows, as in matmul.mlir.
!a = !tile.array<?x?xf32, strides = [?, 1]>
!b = !tile.array<?x?xf32, strides = $STRIDES>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @tf32(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
                    %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: $DIVISORS>},
                    %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_m = arith.constant $TM : i32
    %tile_n = arith.constant $TN : i32
    %tile_k = arith.constant 32 : i32
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %m = tile.dim %c, 0 : !c
    %n = tile.dim %c, 1 : !c
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
    %nothing = arith.constant dense<0.0> : tensor<$TMx$TNxf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<$TMx$TNxf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<$TMx32xf32>
      %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<32x$TNxf32>
      %next = tile.dot %x, %y, %acc precision tf32 : tensor<$TMx32xf32>, tensor<32x$TNxf32> -> tensor<$TMx$TNxf32>
      scf.yield %next : tensor<$TMx$TNxf32>
    }
    tile.store_view %sum, %c[%i, %j] : tensor<$TMx$TNxf32>, !c
    tile.return
  }
}

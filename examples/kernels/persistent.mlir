// The product of matmul.mlir with only as many programs as can be resident: launch one for each multiprocessor, or fewer. Each program
// computes one tile after the other. While its threads finish a tile, the tiles of a and b for its next one are copied.
//
// configurations: warps 8 4, TM 128 64, TN 256 192 128 64, TK 64 128
// grid: c[0] / {TM} * c[1] / {TN}
// setting: T f16
!a = !tile.array<?x?x{T}, strides = [?, 1]>
!b = !tile.array<?x?x{T}, strides = [?, 1]>
!row = !tile.array<?x{T}, strides = [1]>
!matrix = !tile.array<?x?x{T}, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @persistent(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                          %b: !b {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                          %bias: !row {tile.divisibility = 16 : i32},
                          %c: !matrix {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                          %epilogue: i32) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %m = tile.dim %c, 0 : !matrix
    %n = tile.dim %c, 1 : !matrix
    %depth = tile.dim %a, 1 : !a
    %tile_m = arith.constant {TM} : i32
    %tile_n = arith.constant {TN} : i32
    %tile_k = arith.constant {TK} : i32
    %rows = tile.cdiv %m, %tile_m : i32, i32 -> i32
    %columns = tile.cdiv %n, %tile_n : i32, i32 -> i32
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32

    %total = arith.muli %rows, %columns : i32
    %height = arith.constant 16 : i32
    %band_size = arith.muli %height, %columns : i32
    %nothing = arith.constant dense<0.0> : tensor<{TM}x{TN}xf32>
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
      %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<{TM}x{TN}xf32>) : i32 {
        %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<{TM}x{TK}x{T}>
        %y = tile.load_view %b[%k, %j] padding zero : !b -> tensor<{TK}x{TN}x{T}>
        %next = tile.dot %x, %y, %acc : tensor<{TM}x{TK}x{T}>, tensor<{TK}x{TN}x{T}> -> tensor<{TM}x{TN}xf32>
        scf.yield %next : tensor<{TM}x{TN}xf32>
      }
      %with = arith.cmpi ne, %epilogue, %zero : i32
      %activated = scf.if %with -> (tensor<{TM}x{TN}xf32>) {
        %v = tile.load_view %bias[%j] padding zero : !row -> tensor<{TN}x{T}>
        %wide = tile.cast %v : tensor<{TN}x{T}> -> tensor<{TN}xf32>
        %added = tile.add %sum, %wide : tensor<{TM}x{TN}xf32>, tensor<{TN}xf32> -> tensor<{TM}x{TN}xf32>
        %positive = tile.max %added, %nothing : tensor<{TM}x{TN}xf32>, tensor<{TM}x{TN}xf32> -> tensor<{TM}x{TN}xf32>
        scf.yield %positive : tensor<{TM}x{TN}xf32>
      } else {
        scf.yield %sum : tensor<{TM}x{TN}xf32>
      }
      %out = tile.cast %activated : tensor<{TM}x{TN}xf32> -> tensor<{TM}x{TN}x{T}>
      tile.store_view %out, %c[%i, %j] : tensor<{TM}x{TN}x{T}>, !matrix
    } {tile.in_any_order}
    tile.return
  }
}

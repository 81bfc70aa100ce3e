// c = a * b in f16, added up in f32, for matrices of any size whose rows are aligned to 16 bytes. Each program computes a
// tile of 128x256; launch one for each tile, along one axis. Compile with 8 warps for sm_90a: the loop then copies tiles
// through tensor maps while tensor cores multiply.
//
// Programs are numbered in bands of 16 tiles along the rows, so that those that run at the same time share tiles of a and b
// in the L2 cache.
!matrix = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @matmul(%a: !matrix {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                      %b: !matrix {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                      %c: !matrix {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %m = tile.dim %c, 0 : !matrix
    %n = tile.dim %c, 1 : !matrix
    %depth = tile.dim %a, 1 : !matrix
    %tile_m = arith.constant 128 : i32
    %tile_n = arith.constant 256 : i32
    %tile_k = arith.constant 64 : i32
    %rows = tile.cdiv %m, %tile_m : i32, i32 -> i32
    %columns = tile.cdiv %n, %tile_n : i32, i32 -> i32
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32

    %pid = tile.program_id 0
    %height = arith.constant 16 : i32
    %band_size = arith.muli %height, %columns : i32
    %band = arith.divui %pid, %band_size : i32
    %within = arith.remui %pid, %band_size : i32
    %first = arith.muli %band, %height : i32
    %left = arith.subi %rows, %first : i32
    %band_rows = arith.minsi %left, %height : i32
    %down = arith.remui %within, %band_rows : i32
    %i = arith.addi %first, %down : i32
    %j = arith.divui %within, %band_rows : i32

    %nothing = arith.constant dense<0.0> : tensor<128x256xf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !matrix -> tensor<128x64xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !matrix -> tensor<64x256xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %next : tensor<128x256xf32>
    }
    %out = tile.cast %sum : tensor<128x256xf32> -> tensor<128x256xf16>
    tile.store_view %out, %c[%i, %j] : tensor<128x256xf16>, !matrix
    tile.return
  }
}

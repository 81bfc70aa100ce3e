// A mixture of experts: each row of x is multiplied by the matrix of its expert. Rows are sorted by expert: expert e has the rows from
// offsets[e] to offsets[e + 1], perhaps none. Each program computes a tile of 128x256. Launch one for each tile of columns along the first
// axis, for the largest possible number of tiles of rows of an expert along the second, and for each expert along the third.
!x = !tile.array<?x?xf16, strides = [?, 1]>
!w = !tile.array<?x?x?xf16, strides = [?, ?, 1]>
!rows = !tile.view<tile = [128, 64], steps = [1, 64], padding = zero, !x>
!offsets = !tile.array<?xi32, strides = [1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @grouped(%x: !x {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %w: !w {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
                       %offsets: !offsets,
                       %out: !x {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_m = arith.constant 128 : i32
    %tile_k = arith.constant 64 : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %e = tile.program_id 2
    %base = tile.base %offsets : !offsets
    %at = tile.addptr %base, %e : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %start = tile.load %at : !tile.ptr<i32>
    %behind = tile.addptr %at, %one : !tile.ptr<i32>, i32 -> !tile.ptr<i32>
    %end = tile.load %behind : !tile.ptr<i32>
    %rows = arith.subi %end, %start : i32
    %first = arith.muli %i, %tile_m : i32
    %some = arith.cmpi slt, %first, %rows : i32
    scf.if %some {
      %row = arith.addi %start, %first : i32
      %own = tile.view %x : !rows
      %own_out = tile.slice %out axis = 0 from %start to %end : !x -> !x
      %depth = tile.dim %x, 1 : !x
      %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
      %nothing = arith.constant dense<0.0> : tensor<128x256xf32>
      %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x256xf32>) : i32 {
        %a = tile.load_view %own[%row, %k] : !rows -> tensor<128x64xf16>
        %b3 = tile.load_view %w[%e, %k, %j] padding zero : !w -> tensor<1x64x256xf16>
        %b = tile.reshape %b3 : tensor<1x64x256xf16> -> tensor<64x256xf16>
        %next = tile.dot %a, %b, %acc : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
        scf.yield %next : tensor<128x256xf32>
      }
      %narrow = tile.cast %sum : tensor<128x256xf32> -> tensor<128x256xf16>
      tile.store_view %narrow, %own_out[%i, %j] : tensor<128x256xf16>, !x
    }
    tile.return
  }
}

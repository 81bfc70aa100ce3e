// c[i] = a[i] * b[i] in f16, with sums in f32, for a batch of matrices of any sizes. Each program computes several tiles of 128x256, one
// after the other. Launch one program for each multiprocessor, or fewer. While the threads of a program finish a tile, the tiles of a
// and b for its next one are copied.
!batch = !tile.array<?x?x?xf16, strides = [?, ?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @batched(%a: !batch {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
                       %b: !batch {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
                       %c: !batch {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_m = arith.constant 128 : i32
    %tile_n = arith.constant 256 : i32
    %tile_k = arith.constant 64 : i32
    %products = tile.dim %c, 0 : !batch
    %m = tile.dim %c, 1 : !batch
    %n = tile.dim %c, 2 : !batch
    %depth = tile.dim %a, 2 : !batch
    %rows = tile.cdiv %m, %tile_m : i32, i32 -> i32
    %columns = tile.cdiv %n, %tile_n : i32, i32 -> i32
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %each = arith.muli %rows, %columns : i32
    %total = arith.muli %each, %products : i32
    %nothing = arith.constant dense<0.0> : tensor<128x256xf32>
    %pid = tile.program_id 0
    %programs = tile.num_programs 0
    scf.for %tile = %pid to %total step %programs : i32 {
      %p = arith.divui %tile, %each : i32
      %within = arith.remui %tile, %each : i32
      %i = arith.divui %within, %columns : i32
      %j = arith.remui %within, %columns : i32
      %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x256xf32>) : i32 {
        %x3 = tile.load_view %a[%p, %i, %k] padding zero : !batch -> tensor<1x128x64xf16>
        %x = tile.reshape %x3 : tensor<1x128x64xf16> -> tensor<128x64xf16>
        %y3 = tile.load_view %b[%p, %k, %j] padding zero : !batch -> tensor<1x64x256xf16>
        %y = tile.reshape %y3 : tensor<1x64x256xf16> -> tensor<64x256xf16>
        %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
        scf.yield %next : tensor<128x256xf32>
      }
      %narrow = tile.cast %sum : tensor<128x256xf32> -> tensor<128x256xf16>
      %out = tile.reshape %narrow : tensor<128x256xf16> -> tensor<1x128x256xf16>
      tile.store_view %out, %c[%p, %i, %j] : tensor<1x128x256xf16>, !batch
    } {tile.in_any_order}
    tile.return
  }
}

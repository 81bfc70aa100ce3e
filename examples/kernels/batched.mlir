// c[i] = a[i] * b[i] in f16, added up in f32, for a batch of matrices of any sizes. Each program computes a tile of 128x256 of one
// product: launch one for each tile along the first two axes, columns first, and for each product along the third.
!batch = !tile.array<?x?x?xf16, strides = [?, ?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @batched(%a: !batch {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
                       %b: !batch {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>},
                       %c: !batch {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 64 : i32
    %depth = tile.dim %a, 2 : !batch
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %n = tile.program_id 2
    %nothing = arith.constant dense<0.0> : tensor<128x256xf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x256xf32>) : i32 {
      %x3 = tile.load_view %a[%n, %i, %k] padding zero : !batch -> tensor<1x128x64xf16>
      %x = tile.reshape %x3 : tensor<1x128x64xf16> -> tensor<128x64xf16>
      %y3 = tile.load_view %b[%n, %k, %j] padding zero : !batch -> tensor<1x64x256xf16>
      %y = tile.reshape %y3 : tensor<1x64x256xf16> -> tensor<64x256xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %next : tensor<128x256xf32>
    }
    %narrow = tile.cast %sum : tensor<128x256xf32> -> tensor<128x256xf16>
    %out = tile.reshape %narrow : tensor<128x256xf16> -> tensor<1x128x256xf16>
    tile.store_view %out, %c[%n, %i, %j] : tensor<1x128x256xf16>, !batch
    tile.return
  }
}

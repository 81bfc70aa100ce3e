// y = relu(x * up) * down in f16 with sums in f32, without the hidden layer in memory. x and y have at most 128 columns. Each program
// computes 128 rows. For each 64 hidden numbers, the result of one product is the left factor of another.
!m = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @mlp(%x: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                   %up: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                   %down: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                   %y: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_hidden = arith.constant 64 : i32
    %hidden = tile.dim %up, 1 : !m
    %steps = tile.cdiv %hidden, %tile_hidden : i32, i32 -> i32
    %i = tile.program_id 0
    %rows = tile.load_view %x[%i, %zero] padding zero : !m -> tensor<128x128xf16>
    %no_sum = arith.constant dense<0.0> : tensor<128x64xf32>
    %nothing = arith.constant dense<0.0> : tensor<128x128xf32>
    %sum = scf.for %j = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x128xf32>) : i32 {
      %u = tile.load_view %up[%zero, %j] padding zero : !m -> tensor<128x64xf16>
      %h = tile.dot %rows, %u, %no_sum : tensor<128x128xf16>, tensor<128x64xf16> -> tensor<128x64xf32>
      %positive = tile.max %h, %no_sum : tensor<128x64xf32>, tensor<128x64xf32> -> tensor<128x64xf32>
      %narrow = tile.cast %positive : tensor<128x64xf32> -> tensor<128x64xf16>
      %d = tile.load_view %down[%j, %zero] padding zero : !m -> tensor<64x128xf16>
      %next = tile.dot %narrow, %d, %acc : tensor<128x64xf16>, tensor<64x128xf16> -> tensor<128x128xf32>
      scf.yield %next : tensor<128x128xf32>
    }
    %out = tile.cast %sum : tensor<128x128xf32> -> tensor<128x128xf16>
    tile.store_view %out, %y[%i, %zero] : tensor<128x128xf16>, !m
    tile.return
  }
}

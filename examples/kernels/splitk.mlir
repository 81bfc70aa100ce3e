// c = a * b in f16 for a small c with long sums, in two kernels. @partial computes one of $PARTS parts of the sums of a tile of
// $ROWSx64, and stores it in %work, [tiles, $PARTS, $ROWS, 64] in f32. Launch it for the tiles along the first and the second axis,
// and for the parts along the third one. @add adds up the parts of 8 rows of a tile, always in the same order. Launch it for tiles
// of 8x64. If the sums are too short for this to pay, launch @whole instead, for the tiles along the first and the second axis.
!m = !tile.array<?x?xf16, strides = [?, 1]>
!work = !tile.array<?x$PARTSx$ROWSx64xf32, strides = [?, ?, 64, 1]>
!sum = tensor<$ROWSx64xf32>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @partial(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %work: !work {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4096, 4096, 64, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 64 : i32
    %parts = arith.constant $PARTS : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %part = tile.program_id 2
    %depth = tile.dim %a, 1 : !m
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %each = tile.cdiv %steps, %parts : i32, i32 -> i32
    %from = arith.muli %part, %each : i32
    %end = arith.addi %from, %each : i32
    %to = arith.minsi %end, %steps : i32
    %nothing = arith.constant dense<0.0> : !sum
    %sum = scf.for %k = %from to %to step %one iter_args(%acc = %nothing) -> (!sum) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<$ROWSx64xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<$ROWSx64xf16>, tensor<64x64xf16> -> !sum
      scf.yield %next : !sum
    }
    %across = tile.num_programs 0
    %before = arith.muli %i, %across : i32
    %number = arith.addi %before, %j : i32
    %out = tile.reshape %sum : !sum -> tensor<1x1x$ROWSx64xf32>
    tile.store_view %out, %work[%number, %part, %zero, %zero] : tensor<1x1x$ROWSx64xf32>, !work
    tile.return
  }
  tile.kernel @add(%work: !work {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4096, 4096, 64, 1>},
                   %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %eights = arith.constant $EIGHTS : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %across = tile.num_programs 0
    %row = arith.divui %i, %eights : i32
    %eight = arith.remui %i, %eights : i32
    %before = arith.muli %row, %across : i32
    %number = arith.addi %before, %j : i32
    %x = tile.load_view %work[%number, %zero, %eight, %zero] : !work -> tensor<1x$PARTSx8x64xf32>
    %all = tile.reshape %x : tensor<1x$PARTSx8x64xf32> -> tensor<$PARTSx8x64xf32>
    %sum = tile.reduce %all axis = 0 {
    ^bb0(%one: f32, %two: f32):
      %both = arith.addf %one, %two : f32
      tile.yield %both : f32
    } : tensor<$PARTSx8x64xf32> -> tensor<8x64xf32>
    %out = tile.cast %sum : tensor<8x64xf32> -> tensor<8x64xf16>
    tile.store_view %out, %c[%i, %j] : tensor<8x64xf16>, !m
    tile.return
  }
  tile.kernel @whole(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 128 : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %depth = tile.dim %a, 1 : !m
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %nothing = arith.constant dense<0.0> : !sum
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (!sum) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<$ROWSx128xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<128x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<$ROWSx128xf16>, tensor<128x64xf16> -> !sum
      scf.yield %next : !sum
    }
    %out = tile.cast %sum : !sum -> tensor<$ROWSx64xf16>
    tile.store_view %out, %c[%i, %j] : tensor<$ROWSx64xf16>, !m
    tile.return
  }
}

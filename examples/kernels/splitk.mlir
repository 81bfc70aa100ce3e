// c = a * b in f16 for small c and much to add up: programs along the third axis each add up a part of it, to matrices of their own in
// f32; the second kernel adds these up, always in the same order. A program of @parts computes a tile of 64x64, one of @total
// 16x64.
!m = !tile.array<?x?xf16, strides = [?, 1]>
!parts = !tile.array<?x?x?xf32, strides = [?, ?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @parts(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                     %parts: !parts {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 4, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 64 : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %part = tile.program_id 2
    %count = tile.dim %parts, 0 : !parts
    %depth = tile.dim %a, 1 : !m
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %share = tile.cdiv %steps, %count : i32, i32 -> i32
    %from = arith.muli %part, %share : i32
    %behind = arith.addi %from, %share : i32
    %to = arith.minsi %behind, %steps : i32
    %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %from to %to step %one iter_args(%acc = %nothing) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %out = tile.reshape %sum : tensor<64x64xf32> -> tensor<1x64x64xf32>
    tile.store_view %out, %parts[%part, %i, %j] : tensor<1x64x64xf32>, !parts
    tile.return
  }
  tile.kernel @total(%parts: !parts {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 4, 1>},
                     %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %count = tile.dim %parts, 0 : !parts
    %nothing = arith.constant dense<0.0> : tensor<16x64xf32>
    %sum = scf.for %part = %zero to %count step %one iter_args(%acc = %nothing) -> (tensor<16x64xf32>) : i32 {
      %x = tile.load_view %parts[%part, %i, %j] padding zero : !parts -> tensor<1x16x64xf32>
      %own = tile.reshape %x : tensor<1x16x64xf32> -> tensor<16x64xf32>
      %next = tile.add %acc, %own : tensor<16x64xf32>, tensor<16x64xf32> -> tensor<16x64xf32>
      scf.yield %next : tensor<16x64xf32>
    }
    %out = tile.cast %sum : tensor<16x64xf32> -> tensor<16x64xf16>
    tile.store_view %out, %c[%i, %j] : tensor<16x64xf16>, !m
    tile.return
  }
}

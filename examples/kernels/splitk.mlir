// c = a * b in f16 for a small c with long sums. Each program computes a tile of 64x64. Launch one program for each tile.
// The option parts is the number of blocks that share a program. Each block adds up a part of the products; then one block
// adds up these sums, always in the same order.
!m = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @splitk(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                      %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                      %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 64 : i32
    %j = tile.program_id 0
    %i = tile.program_id 1
    %depth = tile.dim %a, 1 : !m
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %nothing = arith.constant dense<0.0> : tensor<64x64xf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %out = tile.cast %sum : tensor<64x64xf32> -> tensor<64x64xf16>
    tile.store_view %out, %c[%i, %j] : tensor<64x64xf16>, !m
    tile.return
  }
}

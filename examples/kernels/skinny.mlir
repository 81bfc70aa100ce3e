// c = a * b in f16 for at most 32 rows of a, as in a model that makes one token at a time. Instructions of warp groups have
// 64 rows, so these are the columns of b, and a becomes the right factor. Each program computes 64 columns of all rows. Launch
// one for each 64 columns. b is read once. If compiled with parts, several blocks share a program, as in splitk.mlir.
!m = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  tile.kernel @skinny(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                      %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                      %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tile_k = arith.constant 128 : i32
    %depth = tile.dim %a, 1 : !m
    %steps = tile.cdiv %depth, %tile_k : i32, i32 -> i32
    %j = tile.program_id 0
    %nothing = arith.constant dense<0.0> : tensor<64x32xf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<64x32xf32>) : i32 {
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<128x64xf16>
      %columns = tile.permute %y [1, 0] : tensor<128x64xf16> -> tensor<64x128xf16>
      %x = tile.load_view %a[%zero, %k] padding zero : !m -> tensor<32x128xf16>
      %rows = tile.permute %x [1, 0] : tensor<32x128xf16> -> tensor<128x32xf16>
      %next = tile.dot %columns, %rows, %acc : tensor<64x128xf16>, tensor<128x32xf16> -> tensor<64x32xf32>
      scf.yield %next : tensor<64x32xf32>
    }
    %narrow = tile.cast %sum : tensor<64x32xf32> -> tensor<64x32xf16>
    %out = tile.permute %narrow [1, 0] : tensor<64x32xf16> -> tensor<32x64xf16>
    tile.store_view %out, %c[%zero, %j] : tensor<32x64xf16>, !m
    tile.return
  }
}

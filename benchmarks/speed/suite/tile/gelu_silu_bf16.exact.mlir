// out = silu(gelu(x)), computed in f32 with an error function that is not `approx`. The vectors are matrices of 512 columns here: their sizes may exceed an i32.
//
// configurations: warps 4 8, ROWS 1 2 4 8
// grid: out[0] / {ROWS}

!matrix = !tile.array<?x512xbf16, strides = [512, 1]>
!narrow = tensor<{ROWS}x512xbf16>
!wide = tensor<{ROWS}x512xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @gelu_silu_bf16(%x: !matrix {tile.divisibility = 16 : i32},
                              %out: !matrix {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %x16 = tile.load_view %x[%i, %first] : !matrix -> !narrow
    %v = tile.cast %x16 : !narrow -> !wide
    %half = tile.literal 0.5
    %one = tile.literal 1.0
    %root = tile.literal 0.7071067811865476
    %t = tile.mul %v, %root : !wide, !tile.literal<float> -> !wide
    %e = tile.erf %t : !wide -> !wide
    %cdf2 = tile.add %one, %e : !tile.literal<float>, !wide -> !wide
    %h = tile.mul %half, %v : !tile.literal<float>, !wide -> !wide
    %gelu = tile.mul %h, %cdf2 : !wide, !wide -> !wide
    %n = tile.neg %gelu : !wide -> !wide
    %en = tile.exp %n rounding approx : !wide -> !wide
    %d = tile.add %one, %en : !tile.literal<float>, !wide -> !wide
    %sigmoid = tile.div %one, %d rounding full : !tile.literal<float>, !wide -> !wide
    %silu = tile.mul %gelu, %sigmoid : !wide, !wide -> !wide
    tile.store_view %silu, %out[%i, %first] : !wide, !matrix
    tile.return
  }
}

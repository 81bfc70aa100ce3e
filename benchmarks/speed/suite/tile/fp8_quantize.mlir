// Groups of 128 elements as f8E4M3FN, each scaled to the greatest of its magnitudes.
//
// configurations: warps 4 8, GROUPS 4 8 16 32
// grid: x[0] / {GROUPS}

!groups = !tile.array<?x128xbf16, strides = [128, 1]>
!quantized = !tile.array<?x128xf8E4M3FN, strides = [128, 1]>
!scales = !tile.array<?xf32, strides = [1]>
!narrow = tensor<{GROUPS}x128xbf16>
!block = tensor<{GROUPS}x128xf32>
!column = tensor<{GROUPS}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @fp8_quantize(%x: !groups {tile.divisibility = 16 : i32},
                            %out: !quantized {tile.divisibility = 16 : i32},
                            %scales: !scales {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %x16 = tile.load_view %x[%i, %first] padding zero : !groups -> !narrow
    %v = tile.cast %x16 : !narrow -> !block
    %size = tile.abs %v : !block -> !block
    %max = tile.reduce %size axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.max %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : !block -> !column
    %least = tile.literal 1.0e-12
    %greatest = tile.literal 448.0
    %most = tile.max %max, %least : !column, !tile.literal<float> -> !column
    %scale = tile.div %most, %greatest rounding full : !column, !tile.literal<float> -> !column
    %divisor = tile.expand_dims %scale axis = 1 : !column -> tensor<{GROUPS}x1xf32>
    %scaled = tile.div %v, %divisor rounding full : !block, tensor<{GROUPS}x1xf32> -> !block
    %q = tile.cast %scaled saturate : !block -> tensor<{GROUPS}x128xf8E4M3FN>
    tile.store_view %q, %out[%i, %first] : tensor<{GROUPS}x128xf8E4M3FN>, !quantized
    tile.store_view %scale, %scales[%i] : !column, !scales
    tile.return
  }
}

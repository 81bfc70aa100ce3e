// out = x * y + z of f16, f32 and i8, computed in f32 by promotion and stored as bf16.
//
// configurations: warps 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}

!f16s = !tile.array<?xf16, strides = [1]>
!f32s = !tile.array<?xf32, strides = [1]>
!i8s = !tile.array<?xi8, strides = [1]>
!bf16s = !tile.array<?xbf16, strides = [1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @mixed_dtypes(%x: !f16s {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                            %y: !f32s {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                            %z: !i8s {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                            %out: !bf16s {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %a = tile.load_view %x[%i] : !f16s -> tensor<{BLOCK}xf16>
    %b = tile.load_view %y[%i] : !f32s -> tensor<{BLOCK}xf32>
    %c = tile.load_view %z[%i] : !i8s -> tensor<{BLOCK}xi8>
    %ab = tile.mul %a, %b : tensor<{BLOCK}xf16>, tensor<{BLOCK}xf32> -> tensor<{BLOCK}xf32>
    %abc = tile.add %ab, %c : tensor<{BLOCK}xf32>, tensor<{BLOCK}xi8> -> tensor<{BLOCK}xf32>
    tile.store_view %abc, %out[%i] : tensor<{BLOCK}xf32>, !bf16s
    tile.return
  }
}

// out = x.
//
// configurations: warps 4 8, BLOCK 512 1024 2048 4096
// grid: out[0] / {BLOCK}

!vector = !tile.array<?xf32, strides = [1]>
!block = tensor<{BLOCK}xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @copy(%x: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>},
                    %out: !vector {tile.divisibility = 16 : i32, tile.shape_divisibility = array<i64: 16>}) {
    %i = tile.program_id 0
    %v = tile.load_view %x[%i] : !vector -> !block
    tile.store_view %v, %out[%i] : !block, !vector
    tile.return
  }
}

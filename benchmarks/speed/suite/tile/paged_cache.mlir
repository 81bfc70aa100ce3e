// out has the pages of 16 tokens of the cache one after the other, in the order of the table.
//
// configurations: warps 2 4 8, TOKENS 1 2 4 8 16
// grid: out[0] / {TOKENS}

!cache = !tile.array<?x16x1024xf16, strides = [16384, 1024, 1]>
!table = !tile.array<?xi32, strides = [1]>
!rows = !tile.array<?x1024xf16, strides = [1024, 1]>
!page = tensor<1x{TOKENS}x1024xf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @paged_cache(%cache: !cache {tile.divisibility = 16 : i32},
                           %table: !table {tile.divisibility = 16 : i32},
                           %out: !rows {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %parts = tile.literal {16/TOKENS}
    %number = tile.floordiv %i, %parts
    %part = tile.mod %i, %parts
    %at = tile.element_ptr %table[%number]
    %page = tile.load %at
    %tokens = tile.load_view %cache[%page, %part, %first] : !cache -> !page
    %rows = tile.reshape %tokens : !page -> tensor<{TOKENS}x1024xf16>
    tile.store_view %rows, %out[%i, %first]
    tile.return
  }
}

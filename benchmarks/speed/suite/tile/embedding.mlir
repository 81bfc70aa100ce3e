// out[i] is the row ids[i] of the table.
//
// configurations: warps 1 2 4
// grid: ids[0]

!ids = !tile.array<?xi64, strides = [1]>
!rows = !tile.array<?x1024xbf16, strides = [1024, 1]>
!row = tensor<1x1024xbf16>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @embedding(%ids: !ids {tile.divisibility = 16 : i32},
                         %table: !rows {tile.divisibility = 16 : i32},
                         %out: !rows {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %at = tile.element_ptr %ids[%i] : !ids, i32 -> !tile.ptr<i64>
    %id64 = tile.load %at : !tile.ptr<i64>
    %id = tile.cast %id64 : i64 -> i32
    %v = tile.load_view %table[%id, %first] : !rows -> !row
    tile.store_view %v, %out[%i, %first] : !row, !rows
    tile.return
  }
}

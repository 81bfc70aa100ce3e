// out[i] is the sum over k of weights[i, k] times row ids[i, k] of the table.
//
// configurations: warps 1 2 4
// grid: ids[0]

!ids = !tile.array<?x8xi32, strides = [8, 1]>
!weights = !tile.array<?x8xf32, strides = [8, 1]>
!table = !tile.array<?x512xf16, strides = [512, 1]>
!out = !tile.array<?x512xf32, strides = [512, 1]>
!rows = !tile.view<tile = [1, 512], !table>
!row = tensor<1x512xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @embedding_bag(%ids: !ids {tile.divisibility = 16 : i32},
                             %weights: !weights {tile.divisibility = 16 : i32},
                             %table: !table {tile.divisibility = 16 : i32},
                             %out: !out {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %bag = arith.constant 8 : i32
    %rows = tile.view %table : !rows
    %zeros = arith.constant dense<0.0> : !row
    %sum = scf.for %k = %c0 to %bag step %c1 iter_args(%so_far = %zeros) -> (!row) : i32 {
      %id_at = tile.element_ptr %ids[%i, %k]
      %id = tile.load %id_at
      %weight_at = tile.element_ptr %weights[%i, %k]
      %weight = tile.load %weight_at
      %row = tile.load_view %rows[%id, %c0]
      %next = tile.fma %row, %weight, %so_far
      scf.yield %next : !row
    }
    tile.store_view %sum, %out[%i, %c0]
    tile.return
  }
}

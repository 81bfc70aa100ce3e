// out has the 16 greatest elements of each row of x, in descending order. No element is NaN.
//
// configurations: warps 1 2 4 8
// grid: x[0]

!matrix = !tile.array<?x1024xf32, strides = [1024, 1]>
!best = !tile.array<?x16xf32, strides = [16, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @topk_sort(%x: !matrix {tile.divisibility = 16 : i32},
                         %out: !best {tile.divisibility = 16 : i32}) {
    %i = tile.program_id 0
    %first = arith.constant 0 : i32
    %v = tile.load_view %x[%i, %first] : !matrix -> tensor<1x1024xf32>
    // Only the first 16 sorted elements are used, so the compiler sorts no more.
    %sorted = tile.sort %v axis = 1 descending : tensor<1x1024xf32> -> tensor<1x1024xf32>
    %greatest = tile.extract %sorted[%first, %first] : tensor<1x1024xf32> -> tensor<1x16xf32>
    tile.store_view %greatest, %out[%i, %first] : tensor<1x16xf32>, !best
    tile.return
  }
}

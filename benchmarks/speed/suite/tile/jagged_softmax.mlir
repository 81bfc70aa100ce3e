// out is the softmax of each row of x. The rows follow each other in x: row i begins at offsets[i] and has lengths[i] elements, at
// most 1024.
//
// configurations: warps 1 2 4 8
// grid: lengths[0]

!vector = !tile.array<?xf32, strides = [1]>
!numbers = !tile.array<?xi32, strides = [1]>
!block = tensor<1024xf32>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @jagged_softmax(%x: !vector,
                              %offsets: !numbers,
                              %lengths: !numbers,
                              %out: !vector) {
    %i = tile.program_id 0
    %zero = arith.constant 0 : i32
    %offset = tile.element_ptr %offsets[%i]
    %length = tile.element_ptr %lengths[%i]
    %begin = tile.load %offset
    %n = tile.load %length
    %end = tile.add %begin, %n
    %row = tile.slice %x axis = 0 from %begin to %end
    %v = tile.load_view %row[%zero] padding neg_inf anywhere : !vector -> !block
    %max = tile.reduce max %v axis = 0
    %lower = tile.sub %v, %max
    %e = tile.exp %lower rounding approx
    %sum = tile.reduce add %e axis = 0
    %y = tile.div %e, %sum rounding full
    %result = tile.slice %out axis = 0 from %begin to %end
    tile.store_view %y, %result[%zero] anywhere
    tile.return
  }
}

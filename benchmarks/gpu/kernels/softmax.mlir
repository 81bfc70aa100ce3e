// y = softmax(x) along the rows of a row-major matrix with at most 128 columns. Launch one program for each row.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %columns: i32) {
    %row = tile.program_id 0
    %start = tile.mul %row, %columns
    %column = tile.iota : tensor<128xi32>
    %mask = tile.cmp lt, %column, %columns
    %offsets = tile.add %start, %column
    %xs = tile.addptr %x, %offsets
    %lowest = tile.literal -inf
    %v = tile.load %xs, %mask, %lowest
    // The maximum is subtracted so that no exponential overflows.
    %max = tile.reduce max %v axis = 0
    %shifted = tile.sub %v, %max
    %e = tile.exp %shifted
    %sum = tile.reduce add %e axis = 0
    %r = tile.div %e, %sum
    %ys = tile.addptr %y, %offsets
    tile.store %ys, %r, %mask
    tile.return
  }
}

// y = softmax(x) along the rows of a row-major matrix with at most 64 columns, 16 rows to a program: reductions along one
// of two dimensions, whose results are broadcast back. Launch ceil(rows / 16) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax_tile(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %rows: i32, %columns: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 16
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<16xi32>
    %row = tile.add %first, %i : i32, tensor<16xi32> -> tensor<16xi32>
    %r = tile.expand_dims %row axis = 1 : tensor<16xi32> -> tensor<16x1xi32>
    %j = tile.iota : tensor<64xi32>
    %c = tile.expand_dims %j axis = 0 : tensor<64xi32> -> tensor<1x64xi32>
    %rowmask = tile.cmp lt, %r, %rows : tensor<16x1xi32>, i32 -> tensor<16x1xi1>
    %colmask = tile.cmp lt, %c, %columns : tensor<1x64xi32>, i32 -> tensor<1x64xi1>
    %mask = tile.and %rowmask, %colmask : tensor<16x1xi1>, tensor<1x64xi1> -> tensor<16x64xi1>
    %start = tile.mul %r, %columns : tensor<16x1xi32>, i32 -> tensor<16x1xi32>
    %offsets = tile.add %start, %c : tensor<16x1xi32>, tensor<1x64xi32> -> tensor<16x64xi32>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<16x64xi32> -> tensor<16x64x!tile.ptr<f32>>
    %lowest = tile.literal 0xFFF0000000000000 : f64
    %v = tile.load %xs, %mask, %lowest : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xi1>, !tile.literal<float>
    %max = tile.reduce %v axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %m = tile.max %a, %b : f32, f32 -> f32
      tile.yield %m : f32
    } : tensor<16x64xf32> -> tensor<16xf32>
    %maxes = tile.expand_dims %max axis = 1 : tensor<16xf32> -> tensor<16x1xf32>
    %shifted = tile.sub %v, %maxes : tensor<16x64xf32>, tensor<16x1xf32> -> tensor<16x64xf32>
    %e = tile.exp %shifted : tensor<16x64xf32> -> tensor<16x64xf32>
    %sum = tile.reduce %e axis = 1 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : tensor<16x64xf32> -> tensor<16xf32>
    %sums = tile.expand_dims %sum axis = 1 : tensor<16xf32> -> tensor<16x1xf32>
    %out = tile.div %e, %sums : tensor<16x64xf32>, tensor<16x1xf32> -> tensor<16x64xf32>
    %ys = tile.addptr %y, %offsets : !tile.ptr<f32>, tensor<16x64xi32> -> tensor<16x64x!tile.ptr<f32>>
    tile.store %ys, %out, %mask : tensor<16x64x!tile.ptr<f32>>, tensor<16x64xf32>, tensor<16x64xi1>
    tile.return
  }
}

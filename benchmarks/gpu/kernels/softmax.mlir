// y = softmax(x) along the rows of a row-major matrix with at most 128 columns. Launch one program for each row.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %columns: i32) {
    %row = tile.program_id 0
    %start = tile.mul %row, %columns : i32, i32 -> i32
    %column = tile.iota : tensor<128xi32>
    %mask = tile.cmp lt, %column, %columns : tensor<128xi32>, i32 -> tensor<128xi1>
    %offsets = tile.add %start, %column : i32, tensor<128xi32> -> tensor<128xi32>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %lowest = tile.literal 0xFFF0000000000000 : f64
    %v = tile.load %xs, %mask, %lowest : tensor<128x!tile.ptr<f32>>, tensor<128xi1>, !tile.literal<float>
    // The maximum is subtracted so that no exponential overflows.
    %max = tile.reduce %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %m = tile.max %a, %b : f32, f32 -> f32
      tile.yield %m : f32
    } : tensor<128xf32> -> f32
    %shifted = tile.sub %v, %max : tensor<128xf32>, f32 -> tensor<128xf32>
    %e = tile.exp %shifted : tensor<128xf32> -> tensor<128xf32>
    %sum = tile.reduce %e axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : tensor<128xf32> -> f32
    %r = tile.div %e, %sum : tensor<128xf32>, f32 -> tensor<128xf32>
    %ys = tile.addptr %y, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    tile.store %ys, %r, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    tile.return
  }
}

// y[j] = sum of x[i, j] over the rows of a row-major matrix with at most 128 rows, 32 columns to a program: a reduction
// across warps whose result is stored in another layout. Launch ceil(columns / 32) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @column_sum(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %rows: i32, %columns: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 32
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %j = tile.iota : tensor<32xi32>
    %column = tile.add %first, %j : i32, tensor<32xi32> -> tensor<32xi32>
    %c = tile.expand_dims %column axis = 0 : tensor<32xi32> -> tensor<1x32xi32>
    %i = tile.iota : tensor<128xi32>
    %r = tile.expand_dims %i axis = 1 : tensor<128xi32> -> tensor<128x1xi32>
    %rowmask = tile.cmp lt, %r, %rows : tensor<128x1xi32>, i32 -> tensor<128x1xi1>
    %colmask = tile.cmp lt, %c, %columns : tensor<1x32xi32>, i32 -> tensor<1x32xi1>
    %mask = tile.and %rowmask, %colmask : tensor<128x1xi1>, tensor<1x32xi1> -> tensor<128x32xi1>
    %start = tile.mul %r, %columns : tensor<128x1xi32>, i32 -> tensor<128x1xi32>
    %offsets = tile.add %start, %c : tensor<128x1xi32>, tensor<1x32xi32> -> tensor<128x32xi32>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<128x32xi32> -> tensor<128x32x!tile.ptr<f32>>
    %zero = tile.literal 0.0 : f64
    %v = tile.load %xs, %mask, %zero : tensor<128x32x!tile.ptr<f32>>, tensor<128x32xi1>, !tile.literal<float>
    %sum = tile.reduce %v axis = 0 {
    ^bb0(%a: f32, %b: f32):
      %s = tile.add %a, %b : f32, f32 -> f32
      tile.yield %s : f32
    } : tensor<128x32xf32> -> tensor<32xf32>
    %ys = tile.addptr %y, %column : !tile.ptr<f32>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
    %stored = tile.cmp lt, %column, %columns : tensor<32xi32>, i32 -> tensor<32xi1>
    tile.store %ys, %sum, %stored : tensor<32x!tile.ptr<f32>>, tensor<32xf32>, tensor<32xi1>
    tile.return
  }
}

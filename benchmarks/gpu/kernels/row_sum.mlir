// y[i] = sum of x[i, j] along the rows of a row-major matrix of any number of columns: a loop whose every round reduces
// 256 elements through shared memory, and a store of a scalar. Launch one program for each row.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @row_sum(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %columns: i32) {
    %row = tile.program_id 0
    %start = tile.mul %row, %columns : i32, i32 -> i32
    %i = tile.iota : tensor<256xi32>
    %nothing = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : i32
    %step = arith.constant 256 : i32
    %sum = scf.for %k = %c0 to %columns step %step iter_args(%acc = %nothing) -> (f32) : i32 {
      %j = tile.add %k, %i : i32, tensor<256xi32> -> tensor<256xi32>
      %mask = tile.cmp lt, %j, %columns : tensor<256xi32>, i32 -> tensor<256xi1>
      %offsets = tile.add %start, %j : i32, tensor<256xi32> -> tensor<256xi32>
      %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
      %zero = tile.literal 0.0 : f64
      %v = tile.load %xs, %mask, %zero : tensor<256x!tile.ptr<f32>>, tensor<256xi1>, !tile.literal<float>
      %part = tile.reduce %v axis = 0 {
      ^bb0(%a: f32, %b: f32):
        %s = tile.add %a, %b : f32, f32 -> f32
        tile.yield %s : f32
      } : tensor<256xf32> -> f32
      %next = arith.addf %acc, %part : f32
      scf.yield %next : f32
    }
    %to = tile.addptr %y, %row : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    tile.store %to, %sum : !tile.ptr<f32>, f32
    tile.return
  }
}

// y = sum of the rows of x, one to a program, in a loop
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @row_sum(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %row = tile.mul %pid, %n : i32, i32 -> i32
    %i = tile.iota : tensor<1024xi32>
    %c0 = arith.constant 0 : i32
    %step = arith.constant 1024 : i32
    %zero = arith.constant 0.0 : f32
    %total = scf.for %k = %c0 to %n step %step iter_args(%acc = %zero) -> (f32) : i32 {
      %col = tile.add %k, %i : i32, tensor<1024xi32> -> tensor<1024xi32>
      %mask = tile.cmp lt, %col, %n : tensor<1024xi32>, i32 -> tensor<1024xi1>
      %at = tile.add %row, %col : i32, tensor<1024xi32> -> tensor<1024xi32>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    %v = tile.load %vp, %mask, %zero : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1>, f32
    %s = tile.reduce %v axis = 0 {
    ^bb0(%l_s: f32, %r_s: f32):
      %s_s = tile.add %l_s, %r_s : f32, f32 -> f32
      tile.yield %s_s : f32
    } : tensor<1024xf32> -> f32
      %next = tile.add %acc, %s : f32, f32 -> f32
      scf.yield %next : f32
    }
    %yp = tile.addptr %y, %pid : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    tile.store %yp, %total : !tile.ptr<f32>, f32
    tile.return
  }
}

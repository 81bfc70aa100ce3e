// y = sum of the columns of x, 128 to a program, in a loop over rows
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @column_sum(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %m: i32 {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %bl = tile.literal 128
    %first = tile.mul %pid, %bl : i32, !tile.literal<int> -> i32
    %j = tile.iota : tensor<128xi32>
    %cols = tile.add %first, %j : i32, tensor<128xi32> -> tensor<128xi32>
    %c = tile.expand_dims %cols axis = 0 : tensor<128xi32> -> tensor<1x128xi32>
    %i = tile.iota : tensor<32xi32>
    %c0 = arith.constant 0 : i32
    %step = arith.constant 32 : i32
    %zero = arith.constant dense<0.0> : tensor<128xf32>
    %total = scf.for %k = %c0 to %m step %step iter_args(%acc = %zero) -> (tensor<128xf32>) : i32 {
      %rows = tile.add %k, %i : i32, tensor<32xi32> -> tensor<32xi32>
      %r = tile.expand_dims %rows axis = 1 : tensor<32xi32> -> tensor<32x1xi32>
      %rn = tile.mul %r, %n : tensor<32x1xi32>, i32 -> tensor<32x1xi32>
      %at = tile.add %rn, %c : tensor<32x1xi32>, tensor<1x128xi32> -> tensor<32x128xi32>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<32x128xi32> -> tensor<32x128x!tile.ptr<f32>>
    %v = tile.load %vp : tensor<32x128x!tile.ptr<f32>>
    %s = tile.reduce %v axis = 0 {
    ^bb0(%l_s: f32, %r_s: f32):
      %s_s = tile.add %l_s, %r_s : f32, f32 -> f32
      tile.yield %s_s : f32
    } : tensor<32x128xf32> -> tensor<128xf32>
      %next = tile.add %acc, %s : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
      scf.yield %next : tensor<128xf32>
    }
    %yq = tile.addptr %y, %cols : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    tile.store %yq, %total : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
    tile.return
  }
}

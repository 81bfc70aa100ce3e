// y = index of the largest element of each row, 16 rows to a program
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @argmax(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %b = tile.literal 16
    %first = tile.mul %pid, %b : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<16xi32>
    %rows = tile.add %first, %i : i32, tensor<16xi32> -> tensor<16xi32>
    %r = tile.expand_dims %rows axis = 1 : tensor<16xi32> -> tensor<16x1xi32>
    %j = tile.iota : tensor<256xi32>
    %c = tile.expand_dims %j axis = 0 : tensor<256xi32> -> tensor<1x256xi32>
    %rn = tile.mul %r, %n : tensor<16x1xi32>, i32 -> tensor<16x1xi32>
    %at = tile.add %rn, %c : tensor<16x1xi32>, tensor<1x256xi32> -> tensor<16x256xi32>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<16x256xi32> -> tensor<16x256x!tile.ptr<f32>>
    %v = tile.load %vp : tensor<16x256x!tile.ptr<f32>>
    %cb = tile.broadcast %c : tensor<1x256xi32> -> tensor<16x256xi32>
    %best, %index = tile.reduce %v, %cb axis = 1 {
    ^bb0(%a: f32, %ai: i32, %b2: f32, %bi: i32):
      %less = tile.cmp lt, %a, %b2 : f32, f32 -> i1
      %m = arith.select %less, %b2, %a : f32
      %mi = arith.select %less, %bi, %ai : i32
      tile.yield %m, %mi : f32, i32
    } : tensor<16x256xf32>, tensor<16x256xi32> -> tensor<16xf32>, tensor<16xi32>
    %yq = tile.addptr %y, %rows : !tile.ptr<i32>, tensor<16xi32> -> tensor<16x!tile.ptr<i32>>
    tile.store %yq, %index : tensor<16x!tile.ptr<i32>>, tensor<16xi32>
    tile.return
  }
}

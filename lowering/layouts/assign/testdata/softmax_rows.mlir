// y = softmax(x) along rows, 16 to a program: each stays in a warp
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax_rows(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %b = tile.literal 16
    %first = tile.mul %pid, %b : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<16xi32>
    %rows = tile.add %first, %i : i32, tensor<16xi32> -> tensor<16xi32>
    %r = tile.expand_dims %rows axis = 1 : tensor<16xi32> -> tensor<16x1xi32>
    %j = tile.iota : tensor<128xi32>
    %c = tile.expand_dims %j axis = 0 : tensor<128xi32> -> tensor<1x128xi32>
    %rn = tile.mul %r, %n : tensor<16x1xi32>, i32 -> tensor<16x1xi32>
    %at = tile.add %rn, %c : tensor<16x1xi32>, tensor<1x128xi32> -> tensor<16x128xi32>
    %hp = tile.addptr %x, %at : !tile.ptr<f16>, tensor<16x128xi32> -> tensor<16x128x!tile.ptr<f16>>
    %h = tile.load %hp : tensor<16x128x!tile.ptr<f16>>
    %v = tile.cast %h : tensor<16x128xf16> -> tensor<16x128xf32>
    %max = tile.reduce %v axis = 1 {
    ^bb0(%l_max: f32, %r_max: f32):
      %s_max = tile.max %l_max, %r_max : f32, f32 -> f32
      tile.yield %s_max : f32
    } : tensor<16x128xf32> -> tensor<16xf32>
    %mx = tile.expand_dims %max axis = 1 : tensor<16xf32> -> tensor<16x1xf32>
    %d = tile.sub %v, %mx : tensor<16x128xf32>, tensor<16x1xf32> -> tensor<16x128xf32>
    %e = tile.exp %d : tensor<16x128xf32> -> tensor<16x128xf32>
    %sum = tile.reduce %e axis = 1 {
    ^bb0(%l_sum: f32, %r_sum: f32):
      %s_sum = tile.add %l_sum, %r_sum : f32, f32 -> f32
      tile.yield %s_sum : f32
    } : tensor<16x128xf32> -> tensor<16xf32>
    %sx = tile.expand_dims %sum axis = 1 : tensor<16xf32> -> tensor<16x1xf32>
    %o = tile.div %e, %sx : tensor<16x128xf32>, tensor<16x1xf32> -> tensor<16x128xf32>
    %yq = tile.addptr %y, %at : !tile.ptr<f16>, tensor<16x128xi32> -> tensor<16x128x!tile.ptr<f16>>
    tile.store %yq, %o : tensor<16x128x!tile.ptr<f16>>, tensor<16x128xf32>
    tile.return
  }
}

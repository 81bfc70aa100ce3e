// y = softmax(x) along rows, one to a program
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @softmax(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %row = tile.mul %pid, %n : i32, i32 -> i32
    %i = tile.iota : tensor<1024xi32>
    %mask = tile.cmp lt, %i, %n : tensor<1024xi32>, i32 -> tensor<1024xi1>
    %at = tile.add %row, %i : i32, tensor<1024xi32> -> tensor<1024xi32>
    %lowest = arith.constant 0xFF800000 : f32
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    %v = tile.load %vp, %mask, %lowest : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1>, f32
    %max = tile.reduce %v axis = 0 {
    ^bb0(%l_max: f32, %r_max: f32):
      %s_max = tile.max %l_max, %r_max : f32, f32 -> f32
      tile.yield %s_max : f32
    } : tensor<1024xf32> -> f32
    %d = tile.sub %v, %max : tensor<1024xf32>, f32 -> tensor<1024xf32>
    %e = tile.exp %d : tensor<1024xf32> -> tensor<1024xf32>
    %sum = tile.reduce %e axis = 0 {
    ^bb0(%l_sum: f32, %r_sum: f32):
      %s_sum = tile.add %l_sum, %r_sum : f32, f32 -> f32
      tile.yield %s_sum : f32
    } : tensor<1024xf32> -> f32
    %o = tile.div %e, %sum : tensor<1024xf32>, f32 -> tensor<1024xf32>
    %yq = tile.addptr %y, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    tile.store %yq, %o, %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
    tile.return
  }
}

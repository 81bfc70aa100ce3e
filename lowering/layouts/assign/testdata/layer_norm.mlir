// y = (x - mean) / deviation * w + b along rows of at most 2048, one to a program
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @layer_norm(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %w: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}, %inv: f32) {
    %pid = tile.program_id 0
    %row = tile.mul %pid, %n : i32, i32 -> i32
    %i = tile.iota : tensor<2048xi32>
    %mask = tile.cmp lt, %i, %n : tensor<2048xi32>, i32 -> tensor<2048xi1>
    %at = tile.add %row, %i : i32, tensor<2048xi32> -> tensor<2048xi32>
    %hp = tile.addptr %x, %at : !tile.ptr<f16>, tensor<2048xi32> -> tensor<2048x!tile.ptr<f16>>
    %h = tile.load %hp, %mask : tensor<2048x!tile.ptr<f16>>, tensor<2048xi1>
    %v = tile.cast %h : tensor<2048xf16> -> tensor<2048xf32>
    %sum = tile.reduce %v axis = 0 {
    ^bb0(%l_sum: f32, %r_sum: f32):
      %s_sum = tile.add %l_sum, %r_sum : f32, f32 -> f32
      tile.yield %s_sum : f32
    } : tensor<2048xf32> -> f32
    %mean = tile.mul %sum, %inv : f32, f32 -> f32
    %d = tile.sub %v, %mean : tensor<2048xf32>, f32 -> tensor<2048xf32>
    %q = tile.mul %d, %d : tensor<2048xf32>, tensor<2048xf32> -> tensor<2048xf32>
    %var = tile.reduce %q axis = 0 {
    ^bb0(%l_var: f32, %r_var: f32):
      %s_var = tile.add %l_var, %r_var : f32, f32 -> f32
      tile.yield %s_var : f32
    } : tensor<2048xf32> -> f32
    %vm = tile.mul %var, %inv : f32, f32 -> f32
    %rs = tile.rsqrt %vm : f32 -> f32
    %nn = tile.mul %d, %rs : tensor<2048xf32>, f32 -> tensor<2048xf32>
    %wvp = tile.addptr %w, %i : !tile.ptr<f16>, tensor<2048xi32> -> tensor<2048x!tile.ptr<f16>>
    %wv = tile.load %wvp, %mask : tensor<2048x!tile.ptr<f16>>, tensor<2048xi1>
    %bvp = tile.addptr %b, %i : !tile.ptr<f16>, tensor<2048xi32> -> tensor<2048x!tile.ptr<f16>>
    %bv = tile.load %bvp, %mask : tensor<2048x!tile.ptr<f16>>, tensor<2048xi1>
    %nw = tile.mul %nn, %wv : tensor<2048xf32>, tensor<2048xf16> -> tensor<2048xf32>
    %o = tile.add %nw, %bv : tensor<2048xf32>, tensor<2048xf16> -> tensor<2048xf32>
    %yq = tile.addptr %y, %at : !tile.ptr<f16>, tensor<2048xi32> -> tensor<2048x!tile.ptr<f16>>
    tile.store %yq, %o, %mask : tensor<2048x!tile.ptr<f16>>, tensor<2048xf32>, tensor<2048xi1>
    tile.return
  }
}

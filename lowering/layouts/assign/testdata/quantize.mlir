// y = x scaled by the largest magnitude of each block of 128, in fp8; the scales are kept
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @quantize(%x: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f8E4M3FN> {tile.divisibility = 16 : i32}, %scales: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
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
    %hp = tile.addptr %x, %at : !tile.ptr<bf16>, tensor<16x128xi32> -> tensor<16x128x!tile.ptr<bf16>>
    %h = tile.load %hp : tensor<16x128x!tile.ptr<bf16>>
    %v = tile.cast %h : tensor<16x128xbf16> -> tensor<16x128xf32>
    %a = tile.abs %v : tensor<16x128xf32> -> tensor<16x128xf32>
    %max = tile.reduce %a axis = 1 {
    ^bb0(%l_max: f32, %r_max: f32):
      %s_max = tile.max %l_max, %r_max : f32, f32 -> f32
      tile.yield %s_max : f32
    } : tensor<16x128xf32> -> tensor<16xf32>
    %mx = tile.expand_dims %max axis = 1 : tensor<16xf32> -> tensor<16x1xf32>
    %o = tile.div %v, %mx : tensor<16x128xf32>, tensor<16x1xf32> -> tensor<16x128xf32>
    %f8 = tile.cast %o : tensor<16x128xf32> -> tensor<16x128xf8E4M3FN>
    %yq = tile.addptr %y, %at : !tile.ptr<f8E4M3FN>, tensor<16x128xi32> -> tensor<16x128x!tile.ptr<f8E4M3FN>>
    tile.store %yq, %f8 : tensor<16x128x!tile.ptr<f8E4M3FN>>, tensor<16x128xf8E4M3FN>
    %scalesq = tile.addptr %scales, %rows : !tile.ptr<f32>, tensor<16xi32> -> tensor<16x!tile.ptr<f32>>
    tile.store %scalesq, %max : tensor<16x!tile.ptr<f32>>, tensor<16xf32>
    tile.return
  }
}

// y = x transposed, in tiles
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @transpose(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}, %m: i32 {tile.divisibility = 16 : i32}) {
    %p0 = tile.program_id 0
    %p1 = tile.program_id 1
    %bl = tile.literal 64
    %r0 = tile.mul %p0, %bl : i32, !tile.literal<int> -> i32
    %c0 = tile.mul %p1, %bl : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<64xi32>
    %rows = tile.add %r0, %i : i32, tensor<64xi32> -> tensor<64xi32>
    %cols = tile.add %c0, %i : i32, tensor<64xi32> -> tensor<64xi32>
    %r = tile.expand_dims %rows axis = 1 : tensor<64xi32> -> tensor<64x1xi32>
    %c = tile.expand_dims %cols axis = 0 : tensor<64xi32> -> tensor<1x64xi32>
    %rn = tile.mul %r, %n : tensor<64x1xi32>, i32 -> tensor<64x1xi32>
    %at = tile.add %rn, %c : tensor<64x1xi32>, tensor<1x64xi32> -> tensor<64x64xi32>
    %cm = tile.mul %c, %m : tensor<1x64xi32>, i32 -> tensor<1x64xi32>
    %to = tile.add %cm, %r : tensor<1x64xi32>, tensor<64x1xi32> -> tensor<64x64xi32>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f32>>
    %v = tile.load %vp : tensor<64x64x!tile.ptr<f32>>
    %yq = tile.addptr %y, %to : !tile.ptr<f32>, tensor<64x64xi32> -> tensor<64x64x!tile.ptr<f32>>
    tile.store %yq, %v : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
    tile.return
  }
}

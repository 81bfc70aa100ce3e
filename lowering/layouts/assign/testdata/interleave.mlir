// y = x and z interleaved
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @interleave(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %z: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %block = tile.literal 512
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<512xi32>
    %at = tile.add %first, %i : i32, tensor<512xi32> -> tensor<512xi32>
    %mask = tile.cmp lt, %at, %n : tensor<512xi32>, i32 -> tensor<512xi1>
    %ap = tile.addptr %x, %at : !tile.ptr<f32>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %a = tile.load %ap : tensor<512x!tile.ptr<f32>>
    %bp = tile.addptr %z, %at : !tile.ptr<f32>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %b = tile.load %bp : tensor<512x!tile.ptr<f32>>
    %p = tile.join %a, %b : tensor<512xf32> -> tensor<512x2xf32>
    %f = tile.reshape %p : tensor<512x2xf32> -> tensor<1024xf32>
    %two = tile.literal 1024
    %to0 = tile.mul %pid, %two : i32, !tile.literal<int> -> i32
    %k = tile.iota : tensor<1024xi32>
    %to = tile.add %to0, %k : i32, tensor<1024xi32> -> tensor<1024xi32>
    %yq = tile.addptr %y, %to : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    tile.store %yq, %f : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>
    tile.return
  }
}

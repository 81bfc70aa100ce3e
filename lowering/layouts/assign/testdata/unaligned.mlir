// y = x for any n: masks may end anywhere
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @unaligned(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 1024
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<1024xi32>
    %at = tile.add %first, %i : i32, tensor<1024xi32> -> tensor<1024xi32>
    %mask = tile.cmp lt, %at, %n : tensor<1024xi32>, i32 -> tensor<1024xi1>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    %v = tile.load %vp, %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1>
    %yq = tile.addptr %y, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    tile.store %yq, %v, %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
    tile.return
  }
}

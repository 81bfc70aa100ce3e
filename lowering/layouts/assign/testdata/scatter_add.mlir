// y[ids] += x atomically
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @scatter_add(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %ids: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %block = tile.literal 1024
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<1024xi32>
    %at = tile.add %first, %i : i32, tensor<1024xi32> -> tensor<1024xi32>
    %mask = tile.cmp lt, %at, %n : tensor<1024xi32>, i32 -> tensor<1024xi1>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    %v = tile.load %vp, %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xi1>
    %idp = tile.addptr %ids, %at : !tile.ptr<i32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<i32>>
    %id = tile.load %idp, %mask : tensor<1024x!tile.ptr<i32>>, tensor<1024xi1>
    %q = tile.addptr %y, %id : !tile.ptr<f32>, tensor<1024xi32> -> tensor<1024x!tile.ptr<f32>>
    %old = tile.atomic_rmw add relaxed device %q, %v, %mask : tensor<1024x!tile.ptr<f32>>, tensor<1024xf32>, tensor<1024xi1>
    tile.return
  }
}

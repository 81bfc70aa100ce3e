// y = x
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @copy(%x: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %block = tile.literal 2048
    %first = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<2048xi32>
    %at = tile.add %first, %i : i32, tensor<2048xi32> -> tensor<2048xi32>
    %mask = tile.cmp lt, %at, %n : tensor<2048xi32>, i32 -> tensor<2048xi1>
    %vp = tile.addptr %x, %at : !tile.ptr<f16>, tensor<2048xi32> -> tensor<2048x!tile.ptr<f16>>
    %v = tile.load %vp, %mask : tensor<2048x!tile.ptr<f16>>, tensor<2048xi1>
    %yq = tile.addptr %y, %at : !tile.ptr<f16>, tensor<2048xi32> -> tensor<2048x!tile.ptr<f16>>
    tile.store %yq, %v, %mask : tensor<2048x!tile.ptr<f16>>, tensor<2048xf16>, tensor<2048xi1>
    tile.return
  }
}

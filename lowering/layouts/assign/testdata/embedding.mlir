// y = rows of a table at indices
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @embedding(%table: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %ids: !tile.ptr<i32> {tile.divisibility = 16 : i32}, %y: !tile.ptr<f16> {tile.divisibility = 16 : i32}, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %b = tile.literal 32
    %first = tile.mul %pid, %b : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<32xi32>
    %rows = tile.add %first, %i : i32, tensor<32xi32> -> tensor<32xi32>
    %r = tile.expand_dims %rows axis = 1 : tensor<32xi32> -> tensor<32x1xi32>
    %j = tile.iota : tensor<256xi32>
    %c = tile.expand_dims %j axis = 0 : tensor<256xi32> -> tensor<1x256xi32>
    %rn = tile.mul %r, %n : tensor<32x1xi32>, i32 -> tensor<32x1xi32>
    %at = tile.add %rn, %c : tensor<32x1xi32>, tensor<1x256xi32> -> tensor<32x256xi32>
    %idp = tile.addptr %ids, %rows : !tile.ptr<i32>, tensor<32xi32> -> tensor<32x!tile.ptr<i32>>
    %id = tile.load %idp : tensor<32x!tile.ptr<i32>>
    %ix = tile.expand_dims %id axis = 1 : tensor<32xi32> -> tensor<32x1xi32>
    %in = tile.mul %ix, %n : tensor<32x1xi32>, i32 -> tensor<32x1xi32>
    %from = tile.add %in, %c : tensor<32x1xi32>, tensor<1x256xi32> -> tensor<32x256xi32>
    %vp = tile.addptr %table, %from : !tile.ptr<f16>, tensor<32x256xi32> -> tensor<32x256x!tile.ptr<f16>>
    %v = tile.load %vp : tensor<32x256x!tile.ptr<f16>>
    %yq = tile.addptr %y, %at : !tile.ptr<f16>, tensor<32x256xi32> -> tensor<32x256x!tile.ptr<f16>>
    tile.store %yq, %v : tensor<32x256x!tile.ptr<f16>>, tensor<32x256xf16>
    tile.return
  }
}

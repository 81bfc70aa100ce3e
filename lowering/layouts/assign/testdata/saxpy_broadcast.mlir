// z = a x + b, where b is a row
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @saxpy_broadcast(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %b: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %z: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %a: f32, %n: i32 {tile.divisibility = 16 : i32}) {
    %pid = tile.program_id 0
    %bl = tile.literal 32
    %first = tile.mul %pid, %bl : i32, !tile.literal<int> -> i32
    %i = tile.iota : tensor<32xi32>
    %rows = tile.add %first, %i : i32, tensor<32xi32> -> tensor<32xi32>
    %r = tile.expand_dims %rows axis = 1 : tensor<32xi32> -> tensor<32x1xi32>
    %j = tile.iota : tensor<128xi32>
    %c = tile.expand_dims %j axis = 0 : tensor<128xi32> -> tensor<1x128xi32>
    %rn = tile.mul %r, %n : tensor<32x1xi32>, i32 -> tensor<32x1xi32>
    %at = tile.add %rn, %c : tensor<32x1xi32>, tensor<1x128xi32> -> tensor<32x128xi32>
    %vp = tile.addptr %x, %at : !tile.ptr<f32>, tensor<32x128xi32> -> tensor<32x128x!tile.ptr<f32>>
    %v = tile.load %vp : tensor<32x128x!tile.ptr<f32>>
    %wp = tile.addptr %b, %j : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %w = tile.load %wp : tensor<128x!tile.ptr<f32>>
    %wx = tile.expand_dims %w axis = 0 : tensor<128xf32> -> tensor<1x128xf32>
    %m = tile.mul %v, %a : tensor<32x128xf32>, f32 -> tensor<32x128xf32>
    %s = tile.add %m, %wx : tensor<32x128xf32>, tensor<1x128xf32> -> tensor<32x128xf32>
    %zq = tile.addptr %z, %at : !tile.ptr<f32>, tensor<32x128xi32> -> tensor<32x128x!tile.ptr<f32>>
    tile.store %zq, %s : tensor<32x128x!tile.ptr<f32>>, tensor<32x128xf32>
    tile.return
  }
}

// y = bf16(x) * bf16(x), rounded to bf16, for vectors of n elements of f32. Launch ceil(n / 128) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @bf16_square(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 128
    %start = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<128xi32>
    %offsets = tile.add %start, %lane : i32, tensor<128xi32> -> tensor<128xi32>
    %mask = tile.cmp lt, %offsets, %n : tensor<128xi32>, i32 -> tensor<128xi1>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %v = tile.load %xs, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xi1>
    %narrow = tile.cast %v : tensor<128xf32> -> tensor<128xbf16>
    %square = tile.mul %narrow, %narrow : tensor<128xbf16>, tensor<128xbf16> -> tensor<128xbf16>
    %wide = tile.cast %square : tensor<128xbf16> -> tensor<128xf32>
    %ys = tile.addptr %y, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    tile.store %ys, %wide, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    tile.return
  }
}

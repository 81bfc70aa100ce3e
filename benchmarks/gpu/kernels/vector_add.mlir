// z = x + y for vectors of n elements; a program handles 128 of them. Launch ceil(n / 128) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @vector_add(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %z: !tile.ptr<f32>, %n: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 128
    %start = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<128xi32>
    %offsets = tile.add %start, %lane : i32, tensor<128xi32> -> tensor<128xi32>
    %mask = tile.cmp lt, %offsets, %n : tensor<128xi32>, i32 -> tensor<128xi1>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %ys = tile.addptr %y, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    %a = tile.load %xs, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xi1>
    %b = tile.load %ys, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xi1>
    %sum = tile.add %a, %b : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
    %zs = tile.addptr %z, %offsets : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    tile.store %zs, %sum, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
    tile.return
  }
}

// y = exp(x) for vectors of n elements. Launch ceil(n / 256) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @exp(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 256
    %start = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<256xi32>
    %offsets = tile.add %start, %lane : i32, tensor<256xi32> -> tensor<256xi32>
    %mask = tile.cmp lt, %offsets, %n : tensor<256xi32>, i32 -> tensor<256xi1>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
    %v = tile.load %xs, %mask : tensor<256x!tile.ptr<f32>>, tensor<256xi1>
    %e = tile.exp %v : tensor<256xf32> -> tensor<256xf32>
    %ys = tile.addptr %y, %offsets : !tile.ptr<f32>, tensor<256xi32> -> tensor<256x!tile.ptr<f32>>
    tile.store %ys, %e, %mask : tensor<256x!tile.ptr<f32>>, tensor<256xf32>, tensor<256xi1>
    tile.return
  }
}

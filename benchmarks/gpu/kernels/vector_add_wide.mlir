// z = x + y for vectors of n elements, four to a thread: pointers aligned to 16 bytes and a length that is a multiple of
// 4 make every access a vector. Launch ceil(n / 512) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @vector_add_wide(%x: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                               %y: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                               %z: !tile.ptr<f32> {tile.divisibility = 16 : i32},
                               %n: i32 {tile.divisibility = 4 : i32}) {
    %pid = tile.program_id 0
    %block = tile.literal 512
    %start = tile.mul %pid, %block : i32, !tile.literal<int> -> i32
    %lane = tile.iota : tensor<512xi32>
    %offsets = tile.add %start, %lane : i32, tensor<512xi32> -> tensor<512xi32>
    %mask = tile.cmp lt, %offsets, %n : tensor<512xi32>, i32 -> tensor<512xi1>
    %xs = tile.addptr %x, %offsets : !tile.ptr<f32>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %ys = tile.addptr %y, %offsets : !tile.ptr<f32>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    %a = tile.load %xs, %mask : tensor<512x!tile.ptr<f32>>, tensor<512xi1>
    %b = tile.load %ys, %mask : tensor<512x!tile.ptr<f32>>, tensor<512xi1>
    %sum = tile.add %a, %b : tensor<512xf32>, tensor<512xf32> -> tensor<512xf32>
    %zs = tile.addptr %z, %offsets : !tile.ptr<f32>, tensor<512xi32> -> tensor<512x!tile.ptr<f32>>
    tile.store %zs, %sum, %mask : tensor<512x!tile.ptr<f32>>, tensor<512xf32>, tensor<512xi1>
    tile.return
  }
}

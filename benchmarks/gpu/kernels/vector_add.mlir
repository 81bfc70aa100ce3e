// z = x + y for vectors of n elements; a program handles 128 of them. Launch ceil(n / 128) programs.
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @vector_add(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %z: !tile.ptr<f32>, %n: i32) {
    %pid = tile.program_id 0
    %block = tile.literal 128
    %start = tile.mul %pid, %block
    %lane = tile.iota : tensor<128xi32>
    %offsets = tile.add %start, %lane
    %mask = tile.cmp lt, %offsets, %n
    %xs = tile.addptr %x, %offsets
    %ys = tile.addptr %y, %offsets
    %a = tile.load %xs, %mask
    %b = tile.load %ys, %mask
    %sum = tile.add %a, %b
    %zs = tile.addptr %z, %offsets
    tile.store %zs, %sum, %mask
    tile.return
  }
}

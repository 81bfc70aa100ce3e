// RUN: tile-run %s --level=llvm --compare --arg randn:128xf32 --arg zeros:128xf8E8M0FNU --arg randint:128xf4E2M1FN:low=-3:high=3 --arg zeros:128xf32 | filecheck %s

// For exponents and 4-bit floats, each of which takes a byte of memory, threads compute the same as the reference.

// CHECK: compare y: 128 elements equal
// CHECK: compare z: 128 elements equal
// CHECK: compare w: 128 elements equal

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @f(%x: !tile.ptr<f32>, %y: !tile.ptr<f8E8M0FNU>, %z: !tile.ptr<f4E2M1FN>, %w: !tile.ptr<f32>) {
  %i = tile.iota : tensor<128xi32>
  %xs = tile.addptr %x, %i : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %a = tile.load %xs : tensor<128x!tile.ptr<f32>>
  %b = tile.cast %a : tensor<128xf32> -> tensor<128xf8E8M0FNU>
  %ys = tile.addptr %y, %i : !tile.ptr<f8E8M0FNU>, tensor<128xi32> -> tensor<128x!tile.ptr<f8E8M0FNU>>
  tile.store %ys, %b : tensor<128x!tile.ptr<f8E8M0FNU>>, tensor<128xf8E8M0FNU>
  %d = tile.cast %a : tensor<128xf32> -> tensor<128xf4E2M1FN>
  %zs = tile.addptr %z, %i : !tile.ptr<f4E2M1FN>, tensor<128xi32> -> tensor<128x!tile.ptr<f4E2M1FN>>
  %old = tile.load %zs : tensor<128x!tile.ptr<f4E2M1FN>>
  tile.store %zs, %d : tensor<128x!tile.ptr<f4E2M1FN>>, tensor<128xf4E2M1FN>
  %c = tile.cast %b : tensor<128xf8E8M0FNU> -> tensor<128xf32>
  %e = tile.cast %old : tensor<128xf4E2M1FN> -> tensor<128xf32>
  %s = tile.add %c, %e : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  %ws = tile.addptr %w, %i : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  tile.store %ws, %s : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
  tile.return
}
}

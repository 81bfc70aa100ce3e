// An access outside an array is an error that names the array.
// RUN: not tile-run %s --arg x=iota:5xf32 --arg y=zeros:5xf32 --arg 6 2>&1 | filecheck %s
// CHECK: out_of_bounds.mlir:[[#@LINE+12]]:{{[0-9]+}}: error:

// Threads report the error at the same place.
// RUN: not tile-run %s --level=llvm --arg x=iota:5xf32 --arg y=zeros:5xf32 --arg 6 2>&1 | filecheck %s --check-prefix=THREAD
// THREAD: out_of_bounds.mlir:[[#@LINE+8]]:{{[0-9]+}}: error: 'llvm.load' op access out of bounds: 4 bytes at 20 of argument #0, which has 20 bytes
// THREAD: note: in thread (5, 0, 0) of block (0, 0, 0)

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @add(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
  %lane = tile.iota : tensor<8xi32>
  %mask = tile.cmp lt, %lane, %n : tensor<8xi32>, i32 -> tensor<8xi1>
  %xs = tile.addptr %x, %lane : !tile.ptr<f32>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
  %a = tile.load %xs, %mask : tensor<8x!tile.ptr<f32>>, tensor<8xi1>
  %b = tile.add %a, %a : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %ys = tile.addptr %y, %lane : !tile.ptr<f32>, tensor<8xi32> -> tensor<8x!tile.ptr<f32>>
  tile.store %ys, %b, %mask : tensor<8x!tile.ptr<f32>>, tensor<8xf32>, tensor<8xi1>
  tile.return
}
}

// RUN: tile-compile %s --emit=mlir | filecheck %s
// RUN: tile-compile %s --emit=mlir | tile-opt | filecheck %s
// CHECK: llvm.func @add(
// CHECK: nvvm.read.ptx.sreg.tid.x
// CHECK: llvm.return

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

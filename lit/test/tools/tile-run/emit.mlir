// The compiled form of the kernel is printed together with its result.
// RUN: tile-run %s --arg x=iota:5xf32 --arg y=zeros:5xf32 --arg 5 --emit=llvm | filecheck %s
// CHECK-DAG: define {{.*}}void @add(
// CHECK-DAG: [0, 2, 4, 6, 8]

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

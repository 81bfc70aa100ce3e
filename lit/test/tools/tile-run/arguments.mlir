// RUN: not tile-run %s 2>&1 | filecheck %s --check-prefix=NONE
// NONE: argument
// RUN: not tile-run %s --arg x=iota:5xf32 --arg y=zeros:5xf32 --arg 5 --arg 6 2>&1 | filecheck %s --check-prefix=MANY
// MANY: argument
// RUN: not tile-run %s --arg x=iota:5xf --arg y=zeros:5xf32 --arg 5 2>&1 | filecheck %s --check-prefix=TYPE
// TYPE: 5xf
// RUN: not tile-run %s --arg x=what:5xf32 --arg y=zeros:5xf32 --arg 5 2>&1 | filecheck %s --check-prefix=KIND
// KIND: what
// RUN: not tile-run %s --arg x=iota:5xi32 --arg y=zeros:5xf32 --arg 5 2>&1 | filecheck %s --check-prefix=ELEMENT
// ELEMENT: error:
// RUN: not tile-run %s --grid 0 2>&1 | filecheck %s --check-prefix=GRID
// GRID: expected a positive number
// RUN: not tile-run %s --kernel other --arg 1 2>&1 | filecheck %s --check-prefix=KERNEL
// KERNEL: other
// RUN: not tile-run %s --emit=pdf 2>&1 | filecheck %s --check-prefix=EMIT
// EMIT: cannot emit "pdf": expected one of {{.*}}llvm

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

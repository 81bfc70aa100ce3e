// RUN: not tile-compile %s --emit=pdf 2>&1 | filecheck %s --check-prefix=KIND
// KIND: cannot emit "pdf"
// RUN: not tile-compile %s --num-warps=3 2>&1 | filecheck %s --check-prefix=WARPS
// WARPS: invalid value "3" for flag -num-warps: expected a power of two from 1 to 32, but got "3"
// RUN: not tile-compile %s --target 2>&1 | filecheck %s --check-prefix=VALUE
// VALUE: flag needs an argument: -target
// RUN: not tile-compile %t.missing 2>&1 | filecheck %s --check-prefix=MISSING
// MISSING: .missing: no such file or directory

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

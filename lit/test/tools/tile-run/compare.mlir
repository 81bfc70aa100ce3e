// RUN: tile-run %s --level=llvm --compare --grid=3 --arg x=randn:300xf32 --arg y=undefined:300xf32 --arg 300 | filecheck %s
// CHECK: compare y: 300 elements {{equal|within tolerance}}
// RUN: not tile-run %s --compare --arg x=randn:300xf32 --arg y=zeros:300xf32 --arg 300 2>&1 | filecheck %s --check-prefix=ALONE
// ALONE: --compare needs --device or --level=llvm
// RUN: not tile-run %s --device=tpu 2>&1 | filecheck %s --check-prefix=DEVICE
// DEVICE: expected cuda, or cuda:1 for the second GPU

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @double(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>, %n: i32) {
  %pid = tile.program_id 0
  %c = tile.literal 128
  %start = tile.mul %pid, %c : i32, !tile.literal<int> -> i32
  %lane = tile.iota : tensor<128xi32>
  %at = tile.add %start, %lane : i32, tensor<128xi32> -> tensor<128xi32>
  %mask = tile.cmp lt, %at, %n : tensor<128xi32>, i32 -> tensor<128xi1>
  %xs = tile.addptr %x, %at : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  %v = tile.load %xs, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xi1>
  %w = tile.add %v, %v : tensor<128xf32>, tensor<128xf32> -> tensor<128xf32>
  %ys = tile.addptr %y, %at : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
  tile.store %ys, %w, %mask : tensor<128x!tile.ptr<f32>>, tensor<128xf32>, tensor<128xi1>
  tile.return
}
}

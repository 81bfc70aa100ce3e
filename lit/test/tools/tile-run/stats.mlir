// The number of executions by threads, for each operation.
// RUN: tile-run %s --level=llvm --stats --num-warps=1 --grid=2 --arg x=iota:64xf32 --arg y=zeros:64xf32 | filecheck %s
// CHECK: instructions in warps global bytes sectors shared passes bank conflicts operation
// CHECK: 64 2 256 8 0 0 llvm.load at {{.*}}stats.mlir:[[#@LINE+13]]:
// CHECK: 64 2 256 8 0 0 llvm.store at {{.*}}stats.mlir:[[#@LINE+14]]:
// CHECK: all
// CHECK: barriers: 0

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @copy(%x: !tile.ptr<f32>, %y: !tile.ptr<f32>) {
  %i = tile.program_id 0
  %c32 = tile.literal 32
  %start = tile.mul %i, %c32 : i32, !tile.literal<int> -> i32
  %lane = tile.iota : tensor<32xi32>
  %at = tile.add %lane, %start : tensor<32xi32>, i32 -> tensor<32xi32>
  %xs = tile.addptr %x, %at : !tile.ptr<f32>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  %a = tile.load %xs : tensor<32x!tile.ptr<f32>>
  %ys = tile.addptr %y, %at : !tile.ptr<f32>, tensor<32xi32> -> tensor<32x!tile.ptr<f32>>
  tile.store %ys, %a : tensor<32x!tile.ptr<f32>>, tensor<32xf32>
  tile.return
}
}

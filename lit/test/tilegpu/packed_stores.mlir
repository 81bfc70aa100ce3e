// RUN: tile-opt %s --tile-promote --tile-broadcast --tile-to-arith --gpu-assign-layouts=num-warps=1 --convert-tile-to-llvm | filecheck %s

// Elements smaller than a register are moved as words in both directions, because PTX vectors have at most four elements.

module attributes {tile.semantics = #tile.semantics<triton>} {
// CHECK-LABEL: llvm.func @copy
tile.kernel @copy(%x: !tile.ptr<bf16> {tile.divisibility = 16 : i32}, %y: !tile.ptr<bf16> {tile.divisibility = 16 : i32}) {
  %i = tile.iota : tensor<256xi32>
  %xs = tile.addptr %x, %i : !tile.ptr<bf16>, tensor<256xi32> -> tensor<256x!tile.ptr<bf16>>
  // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr<1> -> vector<4xi32>
  %a = tile.load %xs : tensor<256x!tile.ptr<bf16>>
  %ys = tile.addptr %y, %i : !tile.ptr<bf16>, tensor<256xi32> -> tensor<256x!tile.ptr<bf16>>
  // CHECK-NOT: vector<2xbf16>
  // CHECK-NOT: vector<8xbf16>
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<1>
  tile.store %ys, %a : tensor<256x!tile.ptr<bf16>>, tensor<256xbf16>
  tile.return
}
}

// Warnings of the compilation go to the standard error, both when the compiled kernel runs and when it is printed.

// RUN: tile-run %s --level=llvm --arg x=full:32768xf32:value=1.5 2>%t.err | filecheck %s
// RUN: filecheck %s --check-prefix=WARNING --input-file=%t.err
// RUN: tile-run %s --emit=llvm --num-warps=8 --arg x=full:32768xf32:value=1.5 2>%t.err | filecheck %s
// RUN: filecheck %s --check-prefix=NONE --allow-empty --input-file=%t.err
// RUN: tile-run %s --emit=llvm --arg x=full:32768xf32:value=1.5 2>%t.err | filecheck %s --check-prefixes=CHECK,LLVM
// RUN: filecheck %s --check-prefix=WARNING --input-file=%t.err
// LLVM: define {{.*}} @k(
// CHECK-NOT: warning
// CHECK: x: 32768xf32
// WARNING: registers.mlir:[[# @LINE + 10]]:3: warning: 'tile.barrier' op needs at least 258 registers per thread
// WARNING-NEXT: tile.barrier
// NONE-NOT: warning

module attributes {tile.semantics = #tile.semantics<triton>} {
tile.kernel @k(%x: !tile.ptr<f32>) {
  %p = tile.splat %x : !tile.ptr<f32> -> tensor<32768x!tile.ptr<f32>>
  %i = tile.iota : tensor<32768xi32>
  %q = tile.addptr %p, %i : tensor<32768x!tile.ptr<f32>>, tensor<32768xi32> -> tensor<32768x!tile.ptr<f32>>
  %a = tile.load %q : tensor<32768x!tile.ptr<f32>>
  tile.barrier
  tile.store %q, %a : tensor<32768x!tile.ptr<f32>>, tensor<32768xf32>
  tile.return
}
}

// RUN: tile-opt %s --pass-pipeline='builtin.module(convert-tile-to-llvm{sm=75 shared-memory=32768},cse)' | filecheck %s

#far = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [1, 32], warpsPerCTA = [8, 1], order = [1, 0]}>
#long = #tilegpu.slice<{dim = 0, parent = #far}>

// Eight warps write 1024 sums each, 32 KiB. A thread combines four sums of all warps, and writes the totals over what
// only it has read, so that no more memory is needed.

// CHECK: llvm.mlir.global {{.*}} !llvm.array<32768 x i8>
// CHECK-LABEL: llvm.func @in_place
// CHECK: nvvm.barrier0
// CHECK-COUNT-28: llvm.fadd
// CHECK-NOT: llvm.fadd
// CHECK: nvvm.barrier0
// CHECK-NOT: nvvm.barrier0
tile.kernel @in_place(%p: !tile.ptr<f32>, %out: !tile.ptr<f32>) attributes {tilegpu.num_warps = 8 : i32} {
  %i = tile.iota : tensor<8xi32, #tilegpu.slice<{dim = 1, parent = #far}>>
  %row = tile.expand_dims %i axis = 1 : tensor<8xi32, #tilegpu.slice<{dim = 1, parent = #far}>> -> tensor<8x1xi32, #far>
  %at = tile.broadcast %row : tensor<8x1xi32, #far> -> tensor<8x1024xi32, #far>
  %ps = tile.splat %p : !tile.ptr<f32> -> tensor<8x1024x!tile.ptr<f32>, #far>
  %q = tile.addptr %ps, %at : tensor<8x1024x!tile.ptr<f32>, #far>, tensor<8x1024xi32, #far> -> tensor<8x1024x!tile.ptr<f32>, #far>
  %x = tile.load %q : tensor<8x1024x!tile.ptr<f32>, #far>
  %sum = tile.reduce %x axis = 0 {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    tile.yield %c : f32
  } : tensor<8x1024xf32, #far> -> tensor<1024xf32, #long>
  %j = tile.iota : tensor<1024xi32, #long>
  %outs = tile.splat %out : !tile.ptr<f32> -> tensor<1024x!tile.ptr<f32>, #long>
  %to = tile.addptr %outs, %j : tensor<1024x!tile.ptr<f32>, #long>, tensor<1024xi32, #long> -> tensor<1024x!tile.ptr<f32>, #long>
  tile.store %to, %sum : tensor<1024x!tile.ptr<f32>, #long>, tensor<1024xf32, #long>
  tile.return
}

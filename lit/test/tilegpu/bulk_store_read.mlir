// RUN: tile-opt %s --tile-to-gpu='to=layouts num-warps=8 sm=90 arch-specific=true' | filecheck %s

// Threads of both warp groups read the old rows of the array. So the new ones are stored when all threads have met: a
// warp group that stored its rows by itself might be ahead of those that still read them.
// CHECK: tile.load
// CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] : tensor<128x64xf32
!a = !tile.array<?x?xf16, strides = [?, 1]>
!c = !tile.array<?x?xf32, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<triton>} {
  tile.kernel @k(%a: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>},
                 %b: !a {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>}, %c: !c {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 16, 1>}, %d: !tile.ptr<f32>) {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %tk = arith.constant 64 : i32
    %c128 = arith.constant 128 : i32
    %i = tile.program_id 0
    %depth = tile.dim %a, 1 : !a
    %steps = tile.cdiv %depth, %tk : i32, i32 -> i32
    %nothing = arith.constant dense<0.0> : tensor<128x64xf32>
    %sum = scf.for %k = %zero to %steps step %one iter_args(%acc = %nothing) -> (tensor<128x64xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !a -> tensor<128x64xf16>
      %y = tile.load_view %b[%k, %zero] padding zero : !a -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    %t = tile.load_view %c[%i, %zero] padding zero : !c -> tensor<128x64xf32>
    %r = tile.reduce %t axis = 1 { ^bb0(%p: f32, %q: f32): %s = arith.maximumf %p, %q : f32 tile.yield %s : f32 } : tensor<128x64xf32> -> tensor<128xf32>
    %rows = tile.iota : tensor<128xi32>
    %from = arith.muli %i, %c128 : i32
    %dd = tile.addptr %d, %from : !tile.ptr<f32>, i32 -> !tile.ptr<f32>
    %ptrs = tile.addptr %dd, %rows : !tile.ptr<f32>, tensor<128xi32> -> tensor<128x!tile.ptr<f32>>
    tile.store %ptrs, %r : tensor<128x!tile.ptr<f32>>, tensor<128xf32>
    tile.store_view %sum, %c[%i, %zero] : tensor<128x64xf32>, !c
    tile.return
  }
}

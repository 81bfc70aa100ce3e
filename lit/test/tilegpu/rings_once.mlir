// RUN: tile-opt %s --tile-to-gpu='to=layouts num-warps=8 sm=90 arch-specific=true' | filecheck %s
// RUN: tile-opt %s --tile-to-gpu='num-warps=8 sm=90 arch-specific=true' | filecheck %s --check-prefix=THREAD

// A program ends with its loop: each warp group stores its rows as soon as it has them, through memory of its own, and
// nothing needs the memory of mbarriers again, so that no threads wait for others.
!m = !tile.array<?x64xf16, strides = [64, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  // CHECK: tilegpu.tensor_map = {base = 6 : i32, box = array<i64: 64, 64>, elem = f16
  // CHECK: scf.for
  // CHECK: scf.yield
  // CHECK: %[[BUFFER:.*]] = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x64xf16>>
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]]

  // Two blocks fit on a multiprocessor with 80 KiB of tiles each, and also with 16 KiB more for what is stored.
  // THREAD: llvm.mlir.global {{.*}}!llvm.array<98448 x i8>
  // THREAD: llvm.func @attention
  // THREAD-NOT: mbarrier.inval
  // THREAD: nvvm.wgmma.mma_async
  // THREAD-NOT: nvvm.barrier{{$}}
  // THREAD: nvvm.barrier id
  // THREAD-NOT: nvvm.barrier{{$}}
  // THREAD: nvvm.cp.async.bulk.tensor.global.shared.cta
  // THREAD: llvm.return
  tile.kernel @attention(%q: !m {tile.divisibility = 16 : i32}, %k: !m {tile.divisibility = 16 : i32},
                         %v: !m {tile.divisibility = 16 : i32}, %o: !m {tile.divisibility = 16 : i32}, %steps: i32) {
    %none = arith.constant dense<0.0> : tensor<128x64xf32>
    %no_sum = arith.constant dense<0.0> : tensor<128x64xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %x = tile.load_view %q[%i, %c0] padding zero : !m -> tensor<128x64xf16>
    %sum = scf.for %j = %c0 to %steps step %c1 iter_args(%acc = %no_sum) -> (tensor<128x64xf32>) : i32 {
      %y = tile.load_view %k[%j, %c0] padding zero : !m -> tensor<64x64xf16>
      %yt = tile.permute %y [1, 0] : tensor<64x64xf16> -> tensor<64x64xf16>
      %s = tile.dot %x, %yt, %none : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      %p = tile.cast %s : tensor<128x64xf32> -> tensor<128x64xf16>
      %z = tile.load_view %v[%j, %c0] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %p, %z, %acc : tensor<128x64xf16>, tensor<64x64xf16> -> tensor<128x64xf32>
      scf.yield %next : tensor<128x64xf32>
    }
    %out = tile.cast %sum : tensor<128x64xf32> -> tensor<128x64xf16>
    tile.store_view %out, %o[%i, %c0] : tensor<128x64xf16>, !m
    tile.return
  }
}

// RUN: tile-opt %s --tile-to-gpu='to=layouts num-warps=8 sm=90 arch-specific=true' | filecheck %s
// RUN: tile-opt %s --tile-to-gpu='num-warps=8 sm=90 arch-specific=true' | filecheck %s --check-prefix=THREAD

// Each of two warp groups stores 64 rows by itself, half of the columns at a time, so that one can multiply tiles of the
// next program while the other one stores. What the half leaves of shared memory is a fourth slot for tiles.
!m = !tile.array<?x?xf16, strides = [?, 1]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  // CHECK: tilegpu.tensor_map = {base = 8 : i32, box = array<i64: 64, 64>, elem = f16
  // CHECK-DAG: %[[BUFFER:.*]] = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x128xf16>>
  // CHECK-DAG: tilegpu.ring : !tilegpu.shared<4xtensor<128x64xf16>>
  // CHECK: scf.for
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]]
  // CHECK-SAME: !tilegpu.shared<1xtensor<128x128xf16>>

  // The threads of a warp group meet at barrier 11 or 12 before and after they write each half.
  // THREAD-COUNT-4: nvvm.barrier id = %{{.*}} number_of_threads = %{{.*}}
  tile.kernel @product(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %b: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>},
                       %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 8, 1>}, %steps: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x256xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x256xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<128x64xf16>
      %y = tile.load_view %b[%k, %j] padding zero : !m -> tensor<64x256xf16>
      %next = tile.dot %x, %y, %acc : tensor<128x64xf16>, tensor<64x256xf16> -> tensor<128x256xf32>
      scf.yield %next : tensor<128x256xf32>
    }
    %out = tile.cast %sum : tensor<128x256xf32> -> tensor<128x256xf16>
    tile.store_view %out, %c[%i, %j] : tensor<128x256xf16>, !m
    tile.return
  }
}

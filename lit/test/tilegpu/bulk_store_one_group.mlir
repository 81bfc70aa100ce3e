// RUN: tile-opt %s --tile-to-gpu='to=layouts num-warps=4 sm=90 arch-specific=true' | filecheck %s
// RUN: tile-opt %s --tile-to-gpu='num-warps=4 sm=90 arch-specific=true' | filecheck %s --check-prefix=THREAD

// One warp group stores a tile of 96 KB, 64 columns at a time. The rest of shared memory has room for four slots of both
// factors' tiles. There would be too little for the whole tile, and threads would store.

!m = !tile.array<?x?xf32, strides = [?, 1]>
!t = !tile.array<?x?xf32, strides = [1, ?]>
module attributes {tile.semantics = #tile.semantics<cutile>} {
  // CHECK: tile.kernel @product
  // CHECK-DAG: %[[BUFFER:.*]] = tilegpu.shared_alloc : !tilegpu.shared<1xtensor<128x64xf32>>
  // CHECK-DAG: tilegpu.ring : !tilegpu.shared<4xtensor<128x32xf32>>
  // CHECK: scf.for
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]] : tensor<128x128xf32,
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[BUFFER]] : tensor<128x64xf32,

  // Two such warp groups take turns, and a third one copies.
  // THREAD: llvm.func @product
  // THREAD-SAME: nvvm.reqntid = array<i32: 384
  // THREAD: nvvm.cp.async.bulk.tensor.global.shared.cta
  tile.kernel @product(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
                       %b: !t {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 4>},
                       %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}, %steps: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x192xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x192xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<128x32xf32>
      %y = tile.load_view %b[%k, %j] padding zero : !t -> tensor<32x192xf32>
      %next = tile.dot %x, %y, %acc precision tf32 : tensor<128x32xf32>, tensor<32x192xf32> -> tensor<128x192xf32>
      scf.yield %next : tensor<128x192xf32>
    }
    tile.store_view %sum, %c[%i, %j] : tensor<128x192xf32>, !m
    tile.return
  }

  // 64 KB are stored as a whole, since the warp group then only waits ahead of the next tile.
  // CHECK: tile.kernel @whole
  // CHECK-NOT: tilegpu.shared_alloc
  // CHECK: tilegpu.bulk_store %{{.*}} to %{{[^ ]*}}[%{{.*}}] : tensor<128x128xf32,
  tile.kernel @whole(%a: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>},
                     %b: !t {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 1, 4>},
                     %c: !m {tile.divisibility = 16 : i32, tile.stride_divisibility = array<i64: 4, 1>}, %steps: i32) {
    %zero = arith.constant dense<0.0> : tensor<128x128xf32>
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i = tile.program_id 0
    %j = tile.program_id 1
    %sum = scf.for %k = %c0 to %steps step %c1 iter_args(%acc = %zero) -> (tensor<128x128xf32>) : i32 {
      %x = tile.load_view %a[%i, %k] padding zero : !m -> tensor<128x32xf32>
      %y = tile.load_view %b[%k, %j] padding zero : !t -> tensor<32x128xf32>
      %next = tile.dot %x, %y, %acc precision tf32 : tensor<128x32xf32>, tensor<32x128xf32> -> tensor<128x128xf32>
      scf.yield %next : tensor<128x128xf32>
    }
    tile.store_view %sum, %c[%i, %j] : tensor<128x128xf32>, !m
    tile.return
  }
}

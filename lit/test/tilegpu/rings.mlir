// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4" | FileCheck %s
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4 rotate=true" --canonicalize | FileCheck %s --check-prefix=ROTATED

// The tile of a is copied once. Both products use the tile of b; the left factor of the second product is in
// registers.

// CHECK-LABEL: tile.kernel @twice
// CHECK: %[[A:.*]] = tilegpu.ring : !tilegpu.shared<1xtensor<64x64xf16>>
// CHECK: tilegpu.ring_copy %[[A]]
// CHECK: %[[B:.*]] = tilegpu.ring : !tilegpu.shared<4xtensor<64x64xf16>>
// CHECK-COUNT-4: tilegpu.ring_copy %[[B]]
// CHECK: tilegpu.ring_await %[[A]]
// CHECK: scf.for
// CHECK: tilegpu.ring_await %[[B]]
// CHECK: tilegpu.ring_dot %[[A]]{{.*}} by %[[B]]
// CHECK: tilegpu.ring_copy %[[B]]
// CHECK: tilegpu.ring_dot %{{.*}} by %[[B]]{{.*}} : tensor<64x64xf16>
// CHECK: tilegpu.ring_release %[[B]]
// CHECK: scf.yield
// CHECK: tilegpu.ring_end %[[A]]
// CHECK: tilegpu.ring_end %[[B]]

// The next left factor is made when the product that reads the previous one has ended, so that it takes its registers.
// A loop with a tile that both products use is not rotated: the second product would need the tile for one more iteration.
// ROTATED-LABEL: tile.kernel @twice
// ROTATED-NOT: async
// ROTATED-LABEL: tile.kernel @chained
// ROTATED: scf.if
// ROTATED: tilegpu.ring_dot
// ROTATED: scf.for
// ROTATED: %[[S:.*]] = tilegpu.ring_dot {{.*}}async
// ROTATED: %[[O:.*]] = tilegpu.ring_dot {{.*}}async
// ROTATED: tilegpu.ring_wait %[[S]] {pending = 1 : i32}
// ROTATED-NOT: arith.truncf
// ROTATED: tilegpu.ring_wait %[[O]] {pending = 0 : i32}
// ROTATED: arith.truncf
// ROTATED: scf.yield
// ROTATED: tilegpu.ring_dot

!m = !tile.array<?x64xf16, strides = [64, 1]>
tile.kernel @twice(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32}, %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %s = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %next = tile.dot %p, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

tile.kernel @chained(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                     %d: !m {tile.divisibility = 16 : i32}, %n: i32, %out: !tile.ptr<f32>) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %x = tile.load_view %a[%c0, %c0] padding zero : !m -> tensor<64x64xf16>
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
    %y = tile.load_view %b[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %s = tile.dot %x, %y, %zero : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    %p = arith.truncf %s : tensor<64x64xf32> to tensor<64x64xf16>
    %z = tile.load_view %d[%k, %c0] padding zero : !m -> tensor<64x64xf16>
    %next = tile.dot %p, %z, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
    scf.yield %next : tensor<64x64xf32>
  }
  %p = tile.splat %out : !tile.ptr<f32> -> tensor<64x64x!tile.ptr<f32>>
  tile.store %p, %sum : tensor<64x64x!tile.ptr<f32>>, tensor<64x64xf32>
  tile.return
}

// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4 nested" --gpu-bulk-store-tiles="num-warps=4" | FileCheck %s
// RUN: tile-opt %s --gpu-ring-tiles="num-warps=4 nested" --gpu-bulk-store-tiles="num-warps=4" | tile-opt | FileCheck %s

// A tile that is loaded after the products and added to them is copied to a slot. The sum is stored through the slot.

// CHECK-LABEL: tile.kernel @residual
// CHECK: %[[R:.*]] = tilegpu.ring : !tilegpu.shared<1xtensor<64x64xf16>>
// CHECK: scf.for %[[T:.*]] = {{.*}} {
// CHECK: %[[SUM:.*]] = scf.for
// CHECK: tilegpu.ring_dot
// CHECK: scf.yield
// CHECK: tilegpu.ring_copy %[[R]][%[[N:.*]]] from %{{.*}}[%{{.*}}, %{{.*}}] if
// CHECK-NEXT: tilegpu.ring_await %[[R]][%[[N]]] :
// CHECK-NEXT: %[[X:.*]] = tilegpu.ring_load %[[R]][%[[N]]] : {{.*}} -> tensor<64x64xf16>
// CHECK: %[[WIDE:.*]] = arith.extf %[[X]]
// CHECK: arith.addf %[[SUM]], %[[WIDE]]
// CHECK: tilegpu.ring_store %{{.*}} to %{{.*}}[%{{.*}}, %{{.*}}] through %[[R]][%[[N]]] {ordered} :
// CHECK: tilegpu.ring_end %[[R]]

!m = !tile.array<4096x4096xf16, strides = [4096, 1]>
tile.kernel @residual(%a: !m {tile.divisibility = 16 : i32}, %b: !m {tile.divisibility = 16 : i32},
                      %r: !m {tile.divisibility = 16 : i32}, %out: !m {tile.divisibility = 16 : i32}) {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %n = arith.constant 64 : i32
  %first = tile.program_id 0
  %programs = tile.num_programs 0
  scf.for %t = %first to %n step %programs : i32 {
    %sum = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<64x64xf32>) : i32 {
      %x = tile.load_view %a[%t, %k] padding zero : !m -> tensor<64x64xf16>
      %y = tile.load_view %b[%k, %t] padding zero : !m -> tensor<64x64xf16>
      %next = tile.dot %x, %y, %acc : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %next : tensor<64x64xf32>
    }
    %before = tile.load_view %r[%t, %t] padding zero : !m -> tensor<64x64xf16>
    %wide = arith.extf %before : tensor<64x64xf16> to tensor<64x64xf32>
    %all = arith.addf %sum, %wide : tensor<64x64xf32>
    %narrow = arith.truncf %all : tensor<64x64xf32> to tensor<64x64xf16>
    tile.store_view %narrow, %out[%t, %t] : tensor<64x64xf16>, !m
  }
  tile.return
}

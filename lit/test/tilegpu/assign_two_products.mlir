// RUN: tile-opt %s --pass-pipeline='builtin.module(gpu-assign-layouts{num-warps=1 sm=80})' | filecheck %s

// Two products add to one sum. For the second product, of 4 elements along the contracted dimension, tensor cores have
// no instruction. So the sum changes its layout between them.

// CHECK-DAG: #[[$MMA:.+]] = #tilegpu.mma<
// CHECK-DAG: #[[$BLOCKED:.+]] = #tilegpu.blocked<{sizePerThread = [2, 4],

// CHECK-LABEL: tile.kernel @two
tile.kernel @two(%p: !tile.ptr<f16>, %out: !tile.ptr<f32>) {
  %px = tile.splat %p : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>>
  %x = tile.load %px : tensor<16x16x!tile.ptr<f16>>
  %pn = tile.splat %p : !tile.ptr<f16> -> tensor<16x4x!tile.ptr<f16>>
  %narrow = tile.load %pn : tensor<16x4x!tile.ptr<f16>>
  %pf = tile.splat %p : !tile.ptr<f16> -> tensor<4x16x!tile.ptr<f16>>
  %flat = tile.load %pf : tensor<4x16x!tile.ptr<f16>>
  %none = arith.constant dense<0.0> : tensor<16x16xf32>
  // CHECK: %[[FIRST:.*]] = tile.dot {{.*}} -> tensor<16x16xf32, #[[$MMA]]>
  %first = tile.dot %x, %x, %none : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
  // CHECK: %[[SUM:.*]] = tilegpu.convert_layout %[[FIRST]]
  // CHECK: tile.dot %{{.*}}, %{{.*}}, %[[SUM]] {{.*}} -> tensor<16x16xf32, #[[$BLOCKED]]{{.*}}>
  %second = tile.dot %narrow, %flat, %first : tensor<16x4xf16>, tensor<4x16xf16> -> tensor<16x16xf32>
  %po = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
  tile.store %po, %second : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
  tile.return
}

// Of 8 elements there are instructions, so the sum stays where it is.
// CHECK-LABEL: tile.kernel @half
// CHECK:     %[[FIRST:.*]] = tile.dot {{.*}} -> tensor<16x16xf32, #[[$MMA]]>
// CHECK-NOT: tilegpu.convert_layout
// CHECK:     tile.dot %{{.*}}, %{{.*}}, %[[FIRST]] {{.*}} -> tensor<16x16xf32, #[[$MMA]]>
tile.kernel @half(%p: !tile.ptr<f16>, %out: !tile.ptr<f32>) {
  %px = tile.splat %p : !tile.ptr<f16> -> tensor<16x16x!tile.ptr<f16>>
  %x = tile.load %px : tensor<16x16x!tile.ptr<f16>>
  %pn = tile.splat %p : !tile.ptr<f16> -> tensor<16x8x!tile.ptr<f16>>
  %narrow = tile.load %pn : tensor<16x8x!tile.ptr<f16>>
  %pf = tile.splat %p : !tile.ptr<f16> -> tensor<8x16x!tile.ptr<f16>>
  %flat = tile.load %pf : tensor<8x16x!tile.ptr<f16>>
  %none = arith.constant dense<0.0> : tensor<16x16xf32>
  %first = tile.dot %x, %x, %none : tensor<16x16xf16>, tensor<16x16xf16> -> tensor<16x16xf32>
  %second = tile.dot %narrow, %flat, %first : tensor<16x8xf16>, tensor<8x16xf16> -> tensor<16x16xf32>
  %po = tile.splat %out : !tile.ptr<f32> -> tensor<16x16x!tile.ptr<f32>>
  tile.store %po, %second : tensor<16x16x!tile.ptr<f32>>, tensor<16x16xf32>
  tile.return
}

// RUN: tile-opt %s --cse --tensor-fuse="target=gpu remarks" 2> %t | filecheck %s
// RUN: filecheck %s --check-prefix=WHY --input-file=%t
// RUN: tile-opt %s --cse --tensor-fuse="target=gpu" --tensor-to-tile | filecheck %s --check-prefix=KERNEL
// RUN: tile-opt %s --cse --tensor-fuse | filecheck %s --check-prefix=CPU

// The gradient is read once, both for its own value and for its sum along columns.
// CHECK-LABEL: func.func @bias(
// CHECK-NEXT: %[[R:.*]]:2 = call @bias_0(%arg1, %arg0)
// CHECK-NEXT: return %[[R]]#0, %[[R]]#1
// CHECK: func.func private @bias_0({{.*}} attributes {prim.region = "columns"}
// CHECK: prim.where
// CHECK: prim.sum %{{.*}} dims [0]
// WHY: 'prim.sum' op ends a region of 5 operations on [64, 32], columns: it moves 24 KiB, separate kernels would
// KERNEL: tile.kernel @bias_0_kernel(
// KERNEL: scf.for
// KERNEL: tile.store
// CPU-LABEL: func.func @bias(
// CPU: call @bias_0(%arg1, %arg0)
// CPU: prim.sum
func.func @bias(%g: tensor<64x32xf32>, %x: tensor<64x32xf32>) -> (tensor<64x32xf32>, tensor<32xf32>) {
  %0 = prim.fill %x, 0 : tensor<64x32xf32>
  %1 = prim.le %x, %0 : tensor<64x32xf32>
  %2 = prim.where %1, %0, %g : tensor<64x32xi1>, tensor<64x32xf32>
  %3 = prim.sum %2 dims [0] : tensor<64x32xf32> -> tensor<32xf32>
  return %2, %3 : tensor<64x32xf32>, tensor<32xf32>
}

// The second sum depends on the first sum of the same columns, so it cannot be in the same region.
// CHECK-LABEL: func.func @twice(
// CHECK: prim.sum %arg0 dims [0]
// CHECK: call @twice_0(
// CHECK: return
func.func @twice(%x: tensor<64x32xf32>) -> tensor<32xf32> {
  %0 = prim.sum %x dims [0] : tensor<64x32xf32> -> tensor<32xf32>
  %1 = prim.broadcast_in_dim %0 dims [1] : tensor<32xf32> -> tensor<64x32xf32>
  %2 = prim.mul %x, %1 : tensor<64x32xf32>
  %3 = prim.sum %2 dims [0] : tensor<64x32xf32> -> tensor<32xf32>
  return %3 : tensor<32xf32>
}

// RUN: tile-opt %s --torch-decompose --torch-promote --tensor-fuse | filecheck %s
// RUN: tile-opt %s --torch-decompose --torch-promote --tensor-fuse=remarks 2>&1 >/dev/null | filecheck %s --check-prefix=REMARK

// A softmax of any number of rows is one region. The sizes come from the argument.
// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[X:.*]]: tensor<?x8xf16>
// CHECK-NEXT: prim.size %[[X]] dim 0
// CHECK-NEXT: prim.size %[[X]] dim 0
// CHECK-NEXT: %[[R:.*]] = call @softmax_0(%[[X]], %{{.*}}) : (tensor<?x8xf16>, {{.*}}) -> tensor<?x8xf16>
// CHECK-NEXT: return %[[R]]
// CHECK-LABEL: func.func private @softmax_0(
// CHECK-SAME: attributes {prim.region = "rows"}
// CHECK: prim.amax
// CHECK: prim.convert_element_type %{{.*}} : tensor<?x8xf32> -> tensor<?x8xf16>
// REMARK: remark: 'prim.convert_element_type' op ends a region of 11 operations on [?, 8], rows: it moves 32 KiB, separate kernels would move 424 KiB
func.func @softmax(%x: tensor<?x8xf16>) -> tensor<?x8xf16> {
  %0 = torch.aten.softmax.int(%x, dim = -1) : (tensor<?x8xf16>) -> tensor<?x8xf16>
  return %0 : tensor<?x8xf16>
}

// A product uses a value of one region, and the other region uses the product. So the two regions stay separate.
// CHECK-LABEL: func.func @between(
// CHECK: call @between_0
// CHECK-NEXT: prim.dot
// CHECK-NEXT: call @between_1
// REMARK: remark: 'prim.mul' op is not in the region of prim.exp: not fused: prim.dot depends on one of the regions
func.func @between(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = prim.neg %x : tensor<4x4xf32>
  %1 = prim.exp %0 : tensor<4x4xf32>
  %2 = prim.dot "mk,kn->mn" %1, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = prim.mul %1, %2 : tensor<4x4xf32>
  %4 = prim.tanh %3 : tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// A constant is made where it is used, and is not stored in memory.
// CHECK-LABEL: func.func @constant(
// CHECK-NEXT: %[[D:.*]] = prim.dot
// CHECK-NEXT: %[[R:.*]] = call @constant_0(%[[D]])
// CHECK-LABEL: func.func private @constant_0(
// CHECK-SAME: %[[A:.*]]: tensor<4x4xf32>
// CHECK-NEXT: %[[F:.*]] = prim.fill %[[A]], 2.0
// CHECK-NEXT: prim.mul %[[A]], %[[F]]
func.func @constant(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = prim.fill %x, 2.0 : tensor<4x4xf32>
  %1 = prim.dot "mk,kn->mn" %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = prim.mul %1, %0 : tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

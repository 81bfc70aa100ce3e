// RUN: tile-opt %s --mlir-elide-elementsattrs-if-larger=2 | filecheck %s
// RUN: tile-opt %s --mlir-print-elementsattrs-with-hex-if-larger=2 | filecheck %s --check-prefix=HEX
// CHECK: dense_resource<__elided__> : tensor<3xi8>
// CHECK: dense<[1, 2]> : tensor<2xi8>
// CHECK: dense_resource<__elided__> : tensor<3x4xi32>
// CHECK: sparse<0, 1> : tensor<2xi32>
// HEX: dense<"0x010203"> : tensor<3xi8>
// HEX: dense<[1, 2]> : tensor<2xi8>
func.func @f() -> (tensor<3xi8>, tensor<2xi8>) {
  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi8>
  %2 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %3 = arith.constant sparse<0, 1> : tensor<2xi32>
  return %0, %1 : tensor<3xi8>, tensor<2xi8>
}

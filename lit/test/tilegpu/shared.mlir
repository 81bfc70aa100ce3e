// RUN: tile-opt %s | tile-opt --mlir-print-op-generic | tile-opt | filecheck %s

// CHECK: tile.kernel @k
// CHECK: %[[B:.*]] = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<32xf16>>
// CHECK-NEXT: tilegpu.shared_store %{{.*}}, %[[B]][%{{.*}}] : tensor<32xf16>, !tilegpu.shared<2xtensor<32xf16>>
// CHECK-NEXT: tilegpu.shared_load %[[B]][%{{.*}}] : !tilegpu.shared<2xtensor<32xf16>> -> tensor<32xf16>
tile.kernel @k(%i: i32) {
  %v = arith.constant dense<1.0> : tensor<32xf16>
  %b = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<32xf16>>
  tilegpu.shared_store %v, %b[%i] : tensor<32xf16>, !tilegpu.shared<2xtensor<32xf16>>
  %w = tilegpu.shared_load %b[%i] : !tilegpu.shared<2xtensor<32xf16>> -> tensor<32xf16>
  tile.return
}

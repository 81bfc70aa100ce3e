// RUN: tile-opt %s --tile-to-gpu --verify-diagnostics

// The conversion handles shared memory that tilegpu.shared_copy fills.
tile.kernel @stored(%i: i32) {
  %v = arith.constant dense<1.0> : tensor<32xf16>
  // expected-error @+1 {{has no rule in the conversion to one thread's program unless its cells are filled by tilegpu.shared_copy}}
  %b = tilegpu.shared_alloc : !tilegpu.shared<2xtensor<32xf16>>
  tilegpu.shared_store %v, %b[%i] : tensor<32xf16>, !tilegpu.shared<2xtensor<32xf16>>
  tile.return
}

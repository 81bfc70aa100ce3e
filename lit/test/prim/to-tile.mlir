// RUN: tile-opt --tensor-to-tile=remarks --split-input-file %s 2>&1 | filecheck %s

// Rows that fit in registers are read once. Lanes after the end of the row do not count.
// CHECK-LABEL: func.func private @rows
// CHECK-SAME: prim.grid = array<i64: 64, 1, 1>, prim.kernel = @rows_kernel
// CHECK: tile.kernel @rows_kernel(%[[X:.*]]: !tile.ptr<f32> {tile.divisibility = 16 : i32}, %[[Y:.*]]: !tile.ptr<f32>
// CHECK: %[[V:.*]] = tile.load
// CHECK-NOT: tile.load
// CHECK: tile.where
// CHECK: tile.reduce %{{.*}} axis = 0
// CHECK: tile.max %{{.*}} propagate_nan
// CHECK: tile.sub %[[V]]
// CHECK: tile.store
func.func private @rows(%x: tensor<64x100xf32>) -> tensor<64x100xf32> attributes {prim.region = "rows"} {
  %0 = prim.amax %x dims [1] : tensor<64x100xf32> -> tensor<64xf32>
  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<64xf32> -> tensor<64x100xf32>
  %2 = prim.sub %x, %1 : tensor<64x100xf32>
  return %2 : tensor<64x100xf32>
}

// -----

// Longer rows are read in parts: once for the sum, and again for the operations that need the sum.
// CHECK-LABEL: tile.kernel @long_kernel
// CHECK: scf.for
// CHECK: tile.load
// CHECK: tile.reduce add
// CHECK: scf.for
// CHECK: tile.load
// CHECK: tile.store
func.func private @long(%x: tensor<64x40000xf32>) -> tensor<64x40000xf32> attributes {prim.region = "rows"} {
  %0 = prim.sum %x dims [1] : tensor<64x40000xf32> -> tensor<64xf32>
  %1 = prim.broadcast_in_dim %0 dims [0] : tensor<64xf32> -> tensor<64x40000xf32>
  %2 = prim.div %x, %1 : tensor<64x40000xf32>
  return %2 : tensor<64x40000xf32>
}

// -----

// A size that is not known is an argument. Contiguous dimensions become one dimension.
// CHECK-LABEL: func.func private @open
// CHECK-NOT: prim.grid
// CHECK: tile.kernel @open_kernel(%[[N:.*]]: i32, %{{.*}}: !tile.ptr<bf16>
// CHECK: tile.splat %[[N]] : i32 -> tensor<1024xi32>
// CHECK-NOT: arith.remui
// CHECK: tile.cast %{{.*}} : tensor<1024xbf16> -> tensor<1024xf32>
// CHECK: tile.exp
// CHECK: tile.cast %{{.*}} : tensor<1024xf32> -> tensor<1024xbf16>
func.func private @open(%x: tensor<?x100xbf16>) -> tensor<?x100xbf16> attributes {prim.region = "elementwise"} {
  %0 = prim.exp %x : tensor<?x100xbf16>
  return %0 : tensor<?x100xbf16>
}

// -----

// CHECK: remark: 'func.func' op no kernel: prim.digamma of 'f32' has none
func.func private @none(%x: tensor<8xf32>) -> tensor<8xf32> attributes {prim.region = "elementwise"} {
  %0 = prim.digamma %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

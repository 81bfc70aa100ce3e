// RUN: tile-opt %s --split-input-file | tile-opt --split-input-file | filecheck %s

// The layouts of tensor-core fragments are encodings like others: tensors can be converted to them and from them.

// CHECK: #[[A:dot_operand.*]] = #tilegpu.dot_operand<{index = 0, kWidth = 2, parent = #tilegpu.mma<{version = 2, warpsPerCTA = [2, 2], n = 8}>}>
// CHECK: #[[MMA:mma.*]] = #tilegpu.mma<{version = 2, warpsPerCTA = [2, 2], n = 8}>
// CHECK: tile.kernel @fragments
#mma = #tilegpu.mma<{version = 2, warpsPerCTA = [2, 2], n = 8}>
#a = #tilegpu.dot_operand<{index = 0, kWidth = 2, parent = #mma}>
#b = #tilegpu.dot_operand<{index = 1, kWidth = 2, parent = #mma}>
#blocked = #tilegpu.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
tile.kernel @fragments() attributes {tilegpu.num_warps = 4 : i32} {
  %x = arith.constant dense<1.0> : tensor<32x32xf16, #blocked>
  // CHECK: tilegpu.convert_layout %{{.*}} : tensor<32x32xf16, #{{.*}}> -> tensor<32x32xf16, #[[A]]>
  %a = tilegpu.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #a>
  %b = tilegpu.convert_layout %x : tensor<32x32xf16, #blocked> -> tensor<32x32xf16, #b>
  // CHECK: arith.constant dense<0.000000e+00> : tensor<32x32xf32, #[[MMA]]>
  %c = arith.constant dense<0.0> : tensor<32x32xf32, #mma>
  tile.return
}

// -----

// CHECK: #[[WGMMA:.*]] = #tilegpu.mma<{version = 3, warpsPerCTA = [4, 1], n = 64}>
#wgmma = #tilegpu.mma<{version = 3, warpsPerCTA = [4, 1], n = 64}>
// CHECK: tile.kernel @wgmma
tile.kernel @wgmma() attributes {tilegpu.num_warps = 4 : i32} {
  // CHECK: tensor<64x64xf32, #[[WGMMA]]>
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #wgmma>
  tile.return
}

// RUN: tile-compile %s --remarks --target=sm_90a --emit=mlir -o %t 2>&1 | filecheck %s --check-prefix=GROUPS
// RUN: tile-compile %s --remarks --target=sm_80 --emit=mlir -o %t 2>&1 | filecheck %s --check-prefix=WARPS
// RUN: tile-compile %s --target=sm_80 --emit=mlir -o %t 2>&1 | filecheck %s --check-prefix=NONE --allow-empty

// NONE-NOT: remark

!large = !tile.array<64x64xf16, strides = [64, 1]>
!small = !tile.array<8x64xf32, strides = [64, 1]>
tile.kernel @products(%a: !large, %b: !small, %c: !small) {
  %z = arith.constant 0 : i32
  %x = tile.load_view %a[%z, %z] padding zero : !large -> tensor<64x64xf16>
  %s = arith.constant dense<0.0> : tensor<64x64xf32>
  // GROUPS: [[@LINE+3]]:8: remark: 'tile.dot' op is computed by warp groups (wgmma), from shared memory
  // WARPS: [[@LINE+2]]:8: remark: 'tile.dot' op is computed warp by warp (mma.sync m16n8k16 of f16), not by warp groups: the target
  // WARPS-SAME: is not sm_90a
  %p = tile.dot %x, %x, %s : tensor<64x64xf16>, tensor<64x64xf16> -> tensor<64x64xf32>
  %y = tile.load_view %b[%z, %z] padding zero : !small -> tensor<8x64xf32>
  %t = arith.constant dense<0.0> : tensor<8x64xf32>
  // GROUPS: remark: 'tile.dot' op is computed by multiply-adds, not by tensor cores: tensor cores multiply f16, bf16, f32 with
  // WARPS: remark: 'tile.dot' op is computed by multiply-adds, not by tensor cores: {{.*}}but not 'f32' by 'f32'
  %q = tile.dot %y, %p, %t : tensor<8x64xf32>, tensor<64x64xf32> -> tensor<8x64xf32>
  tile.store_view %q, %c[%z, %z] : tensor<8x64xf32>, !small
  tile.return
}

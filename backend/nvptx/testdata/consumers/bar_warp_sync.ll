; llc-14:      bar.warp.sync
; llc-22:      bar.warp.sync
; nvvm-sm_90:  bar.warp.sync
; nvvm-sm_100: bar.warp.sync
declare void @llvm.nvvm.bar.warp.sync(i32)
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  store i32 1, i32 addrspace(1)* %p
  ret void
}

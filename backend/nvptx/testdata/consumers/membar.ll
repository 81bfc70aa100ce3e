; llc-14:      membar.cta membar.gl
; llc-22:      membar.cta membar.gl
; nvvm-sm_90:  membar.cta membar.gl
; nvvm-sm_100: membar.cta membar.gl
declare void @llvm.nvvm.membar.cta()
declare void @llvm.nvvm.membar.gl()
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  call void @llvm.nvvm.membar.cta()
  call void @llvm.nvvm.membar.gl()
  store i32 1, i32 addrspace(1)* %p
  ret void
}

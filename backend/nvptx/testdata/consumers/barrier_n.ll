; llc-14:      bar.sync
; llc-22:      bar.sync
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare void @llvm.nvvm.barrier.n(i32)
declare void @llvm.nvvm.barrier(i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  call void @llvm.nvvm.barrier(i32 1, i32 64)
  store i32 1, i32 addrspace(1)* %p
  ret void
}

; llc-14:      unknown
; llc-22:      bar.sync
; nvvm-sm_90:  unknown
; nvvm-sm_100: unknown
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, i32 addrspace(1)* %p
  ret void
}

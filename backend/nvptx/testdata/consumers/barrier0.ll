; llc-14:      bar.sync
; llc-22:      bar.sync
; nvvm-sm_90:  bar.sync
; nvvm-sm_100: bar.sync
declare void @llvm.nvvm.barrier0()
define ptx_kernel void @k(i32 addrspace(1)* %p) {
  call void @llvm.nvvm.barrier0()
  store i32 1, i32 addrspace(1)* %p
  ret void
}

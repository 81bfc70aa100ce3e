; llc-14:      shfl.sync.up.b32
; llc-22:      shfl.sync.up.b32
; nvvm-sm_90:  shfl.sync.up.b32
; nvvm-sm_100: shfl.sync.up.b32
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v, i32 1, i32 31)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

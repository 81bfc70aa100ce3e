; llc-14:      max.s32
; llc-22:      max.s32
; nvvm-sm_90:  unknown
; nvvm-sm_100: max.s32
declare i32 @llvm.smax.i32(i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v, i32 %w) {
  %r = call i32 @llvm.smax.i32(i32 %v, i32 %w)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

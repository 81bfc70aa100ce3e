; llc-14:      min.u32
; llc-22:      min.u32
; nvvm-sm_90:  unknown
; nvvm-sm_100: min.u32
declare i32 @llvm.umin.i32(i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v, i32 %w) {
  %r = call i32 @llvm.umin.i32(i32 %v, i32 %w)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      mul.hi.u32
; llc-22:      mul.hi.u32
; nvvm-sm_90:  mul.hi.u32
; nvvm-sm_100: mul.hi.u32
declare i32 @llvm.nvvm.mulhi.ui(i32, i32)
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v, i32 %w) {
  %r = call i32 @llvm.nvvm.mulhi.ui(i32 %v, i32 %w)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      cvt.rn.bf16x2.f32
; llc-22:      rejected
; nvvm-sm_90:  unknown
; nvvm-sm_100: rejected
declare i32 @llvm.nvvm.ff2bf16x2.rn(float, float)
define ptx_kernel void @k(i32 addrspace(1)* %p, float %v, float %w) {
  %r = call i32 @llvm.nvvm.ff2bf16x2.rn(float %v, float %w)
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

; llc-14:      unknown
; llc-22:      ex2.approx.ftz.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare float @llvm.nvvm.ex2.approx.ftz.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.ex2.approx.ftz.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      sin.approx.f32
; llc-22:      sin.approx.f32
; nvvm-sm_90:  sin.approx.f32
; nvvm-sm_100: sin.approx.f32
declare float @llvm.nvvm.sin.approx.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.sin.approx.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

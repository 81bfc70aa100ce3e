; llc-14:      rsqrt.approx.f32
; llc-22:      rsqrt.approx.f32
; nvvm-sm_90:  rsqrt.approx.f32
; nvvm-sm_100: rsqrt.approx.f32
declare float @llvm.nvvm.rsqrt.approx.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.rsqrt.approx.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

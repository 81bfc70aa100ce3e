; llc-14:      lg2.approx.f32
; llc-22:      lg2.approx.f32
; nvvm-sm_90:  lg2.approx.f32
; nvvm-sm_100: lg2.approx.f32
declare float @llvm.nvvm.lg2.approx.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.lg2.approx.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

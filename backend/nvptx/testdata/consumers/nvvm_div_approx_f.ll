; llc-14:      div.approx.f32
; llc-22:      div.approx.f32
; nvvm-sm_90:  div.approx.f32
; nvvm-sm_100: div.approx.f32
declare float @llvm.nvvm.div.approx.f(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.nvvm.div.approx.f(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      div.rn.f32
; llc-22:      div.rn.f32
; nvvm-sm_90:  div.rn.f32
; nvvm-sm_100: div.rn.f32
declare float @llvm.nvvm.div.rn.f(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.nvvm.div.rn.f(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      fma.rn.f32
; llc-22:      fma.rn.f32
; nvvm-sm_90:  fma.rn.f32
; nvvm-sm_100: fma.rn.f32
declare float @llvm.fma.f32(float, float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  store float %r, float addrspace(1)* %p
  ret void
}

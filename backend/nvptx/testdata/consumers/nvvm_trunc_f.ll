; llc-14:      cvt.rzi.f32.f32
; llc-22:      cvt.rzi.f32.f32
; nvvm-sm_90:  cvt.rzi.f32.f32
; nvvm-sm_100: cvt.rzi.f32.f32
declare float @llvm.nvvm.trunc.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.trunc.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      cvt.rzi.f32.f32
; llc-22:      cvt.rzi.f32.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare float @llvm.trunc.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.trunc.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

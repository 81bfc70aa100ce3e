; llc-14:      abs.f32 neg.f32 shr.u32 and.b32 setp.eq.b32 selp.f32
; llc-22:      copysign.f32
; nvvm-sm_90:  copysign.f32
; nvvm-sm_100: copysign.f32
declare float @llvm.copysign.f32(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.copysign.f32(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

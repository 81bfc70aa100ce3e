; llc-14:      and.b32 or.b32 add.rn.f32 cvt.rzi.f32.f32 abs.f32 setp.gt.f32 selp.f32 setp.lt.f32
; llc-22:      and.b32 or.b32 add.rn.f32 cvt.rzi.f32.f32 abs.f32 setp.gt.f32 selp.f32 setp.lt.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare float @llvm.round.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.round.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

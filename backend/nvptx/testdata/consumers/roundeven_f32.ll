; llc-14:      rejected
; llc-22:      cvt.rni.f32.f32
; nvvm-sm_90:  unknown
; nvvm-sm_100: cvt.rni.f32.f32
declare float @llvm.roundeven.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.roundeven.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

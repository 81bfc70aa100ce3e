; llc-14:      rejected
; llc-22:      rejected
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare float @llvm.sin.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.sin.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      rejected
; llc-22:      rejected
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare float @llvm.pow.f32(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.pow.f32(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

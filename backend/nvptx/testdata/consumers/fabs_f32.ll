; llc-14:      abs.f32
; llc-22:      abs.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
declare float @llvm.fabs.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.fabs.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

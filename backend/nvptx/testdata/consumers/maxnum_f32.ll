; llc-14:      max.f32
; llc-22:      max.f32
; nvvm-sm_90:  max.f32
; nvvm-sm_100: max.f32
declare float @llvm.maxnum.f32(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.maxnum.f32(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      min.f32
; llc-22:      min.f32
; nvvm-sm_90:  min.f32
; nvvm-sm_100: min.f32
declare float @llvm.minnum.f32(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.minnum.f32(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      min.NaN.f32
; llc-22:      min.NaN.f32
; nvvm-sm_90:  unknown
; nvvm-sm_100: min.NaN.f32
declare float @llvm.minimum.f32(float, float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float @llvm.minimum.f32(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

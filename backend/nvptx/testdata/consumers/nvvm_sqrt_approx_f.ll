; llc-14:      sqrt.approx.f32
; llc-22:      sqrt.approx.f32
; nvvm-sm_90:  sqrt.approx.f32
; nvvm-sm_100: sqrt.approx.f32
declare float @llvm.nvvm.sqrt.approx.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.sqrt.approx.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

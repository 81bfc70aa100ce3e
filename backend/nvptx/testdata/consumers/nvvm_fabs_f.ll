; llc-14:      abs.f32
; llc-22:      abs.f32
; nvvm-sm_90:  abs.f32
; nvvm-sm_100: abs.f32
declare float @llvm.nvvm.fabs.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.fabs.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

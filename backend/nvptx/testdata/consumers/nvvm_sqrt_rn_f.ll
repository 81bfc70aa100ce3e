; llc-14:      sqrt.rn.f32
; llc-22:      sqrt.rn.f32
; nvvm-sm_90:  sqrt.rn.f32
; nvvm-sm_100: sqrt.rn.f32
declare float @llvm.nvvm.sqrt.rn.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.sqrt.rn.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

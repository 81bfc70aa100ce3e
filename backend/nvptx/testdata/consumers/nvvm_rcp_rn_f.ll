; llc-14:      rcp.rn.f32
; llc-22:      rcp.rn.f32
; nvvm-sm_90:  rcp.rn.f32
; nvvm-sm_100: rcp.rn.f32
declare float @llvm.nvvm.rcp.rn.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.rcp.rn.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

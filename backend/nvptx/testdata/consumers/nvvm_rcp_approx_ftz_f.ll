; llc-14:      unknown
; llc-22:      rcp.approx.ftz.f32
; nvvm-sm_90:  unknown
; nvvm-sm_100: rcp.approx.ftz.f32
declare float @llvm.nvvm.rcp.approx.ftz.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.rcp.approx.ftz.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

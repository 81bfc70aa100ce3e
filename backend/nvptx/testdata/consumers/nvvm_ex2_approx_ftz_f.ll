; llc-14:      ex2.approx.ftz.f32
; llc-22:      ex2.approx.ftz.f32
; nvvm-sm_90:  ex2.approx.ftz.f32
; nvvm-sm_100: ex2.approx.ftz.f32
declare float @llvm.nvvm.ex2.approx.ftz.f(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.ex2.approx.ftz.f(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

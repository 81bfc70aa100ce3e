; llc-14:      unknown
; llc-22:      tanh.approx.f32
; nvvm-sm_90:  tanh.approx.f32
; nvvm-sm_100: tanh.approx.f32
declare float @llvm.nvvm.tanh.approx.f32(float)
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float @llvm.nvvm.tanh.approx.f32(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

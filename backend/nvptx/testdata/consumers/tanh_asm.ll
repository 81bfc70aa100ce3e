; llc-14:      tanh.approx.f32
; llc-22:      tanh.approx.f32
; nvvm-sm_90:  tanh.approx.f32
; nvvm-sm_100: tanh.approx.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float asm "tanh.approx.f32 $0, $1;", "=f,f"(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      neg.f32
; llc-22:      neg.f32
; nvvm-sm_90:  neg.f32
; nvvm-sm_100: neg.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = fsub float -0.0, %v
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      div.rn.f32
; llc-22:      div.approx.f32
; nvvm-sm_90:  div.rn.f32
; nvvm-sm_100: div.rn.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b) {
  %r = fdiv fast float %a, %b
  store float %r, float addrspace(1)* %p
  ret void
}

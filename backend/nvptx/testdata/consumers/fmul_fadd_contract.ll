; llc-14:      fma.rn.f32
; llc-22:      fma.rn.f32
; nvvm-sm_90:  fma.rn.f32
; nvvm-sm_100: fma.rn.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b, float %c) {
  %m = fmul contract float %a, %b
  %r = fadd contract float %m, %c
  store float %r, float addrspace(1)* %p
  ret void
}

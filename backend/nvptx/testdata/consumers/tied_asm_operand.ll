; llc-14:      fma.rn.f32
; llc-22:      fma.rn.f32
; nvvm-sm_90:  fma.rn.f32
; nvvm-sm_100: fma.rn.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %a, float %b) {
  %r = call float asm sideeffect "fma.rn.f32 $0, $1, $1, $0;", "=f,f,0"(float %b, float %a)
  store float %r, float addrspace(1)* %p
  ret void
}

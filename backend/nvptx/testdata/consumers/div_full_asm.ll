; llc-14:      div.full.f32
; llc-22:      div.full.f32
; nvvm-sm_90:  div.full.f32
; nvvm-sm_100: div.full.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v, float %w) {
  %r = call float asm "div.full.f32 $0, $1, $2;", "=f,f,f"(float %v, float %w)
  store float %r, float addrspace(1)* %p
  ret void
}

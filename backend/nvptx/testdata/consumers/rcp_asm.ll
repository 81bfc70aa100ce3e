; llc-14:      rcp.approx.ftz.f32
; llc-22:      rcp.approx.ftz.f32
; nvvm-sm_90:  rcp.approx.ftz.f32
; nvvm-sm_100: rcp.approx.ftz.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float asm "rcp.approx.ftz.f32 $0, $1;", "=f,f"(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

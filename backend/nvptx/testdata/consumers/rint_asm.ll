; llc-14:      cvt.rni.f32.f32
; llc-22:      cvt.rni.f32.f32
; nvvm-sm_90:  cvt.rni.f32.f32
; nvvm-sm_100: cvt.rni.f32.f32
define ptx_kernel void @k(float addrspace(1)* %p, float %v) {
  %r = call float asm "cvt.rni.f32.f32 $0, $1;", "=f,f"(float %v)
  store float %r, float addrspace(1)* %p
  ret void
}

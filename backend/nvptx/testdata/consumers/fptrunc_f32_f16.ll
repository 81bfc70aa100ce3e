; llc-14:      cvt.rn.f16.f32
; llc-22:      cvt.rn.f16.f32
; nvvm-sm_90:  cvt.rn.f16.f32
; nvvm-sm_100: cvt.rn.f16.f32
define ptx_kernel void @k(half addrspace(1)* %p, float %v) {
  %r = fptrunc float %v to half
  store half %r, half addrspace(1)* %p
  ret void
}

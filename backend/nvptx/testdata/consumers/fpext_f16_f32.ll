; llc-14:      cvt.f32.f16
; llc-22:      cvt.f32.f16
; nvvm-sm_90:  cvt.f32.f16
; nvvm-sm_100: cvt.f32.f16
define ptx_kernel void @k(float addrspace(1)* %p, half %v) {
  %r = fpext half %v to float
  store float %r, float addrspace(1)* %p
  ret void
}

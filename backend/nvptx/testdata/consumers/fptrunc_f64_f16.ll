; llc-14:      cvt.rn.f16.f64
; llc-22:      cvt.rn.f16.f64
; nvvm-sm_90:  cvt.rn.f16.f64
; nvvm-sm_100: cvt.rn.f16.f64
define ptx_kernel void @k(half addrspace(1)* %p, double %v) {
  %r = fptrunc double %v to half
  store half %r, half addrspace(1)* %p
  ret void
}

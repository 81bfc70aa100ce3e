; llc-14:      cvt.rzi.s16.f16
; llc-22:      cvt.rzi.s16.f16
; nvvm-sm_90:  cvt.rzi.s16.f16
; nvvm-sm_100: cvt.rzi.s16.f16
define ptx_kernel void @k(i8 addrspace(1)* %p, half %v) {
  %r = fptosi half %v to i8
  store i8 %r, i8 addrspace(1)* %p
  ret void
}

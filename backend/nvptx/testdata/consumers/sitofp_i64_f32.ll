; llc-14:      cvt.rn.f32.s64
; llc-22:      cvt.rn.f32.s64
; nvvm-sm_90:  cvt.rn.f32.s64
; nvvm-sm_100: cvt.rn.f32.s64
define ptx_kernel void @k(float addrspace(1)* %p, i64 %v) {
  %r = sitofp i64 %v to float
  store float %r, float addrspace(1)* %p
  ret void
}

; llc-14:      rejected
; llc-22:      cvt.f32.bf16
; nvvm-sm_90:  rejected
; nvvm-sm_100: cvt.f32.bf16
define ptx_kernel void @k(float addrspace(1)* %p, bfloat %v) {
  %r = fpext bfloat %v to float
  store float %r, float addrspace(1)* %p
  ret void
}

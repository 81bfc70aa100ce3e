; llc-14:      st.global.f16
; llc-22:      cvt.rn.bf16.f32
; nvvm-sm_90:  rejected
; nvvm-sm_100: cvt.rn.bf16.f32
define ptx_kernel void @k(bfloat addrspace(1)* %p, float %v) {
  %r = fptrunc float %v to bfloat
  store bfloat %r, bfloat addrspace(1)* %p
  ret void
}

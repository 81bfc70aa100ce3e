; llc-14:      ld.global.v4.f32 st.global.v4.f32
; llc-22:      ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  ld.global.v4.f32 st.global.v4.f32
; nvvm-sm_100: ld.global.v8.f32 st.global.v8.f32
define ptx_kernel void @k(<8 x float> addrspace(1)* %q, <8 x float> addrspace(1)* %p) {
  %r = load <8 x float>, <8 x float> addrspace(1)* %q, align 32
  store <8 x float> %r, <8 x float> addrspace(1)* %p, align 32
  ret void
}

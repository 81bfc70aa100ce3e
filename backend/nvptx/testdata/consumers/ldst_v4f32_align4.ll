; llc-14:      ld.global.f32 st.global.f32
; llc-22:      ld.global.b32 st.global.b32
; nvvm-sm_90:  ld.global.f32 st.global.f32
; nvvm-sm_100: ld.global.f32 st.global.f32
define ptx_kernel void @k(<4 x float> addrspace(1)* %q, <4 x float> addrspace(1)* %p) {
  %r = load <4 x float>, <4 x float> addrspace(1)* %q, align 4
  store <4 x float> %r, <4 x float> addrspace(1)* %p, align 4
  ret void
}

; llc-14:      ld.global.v2.f32 st.global.v2.f32
; llc-22:      ld.global.v2.b32 st.global.v2.b32
; nvvm-sm_90:  ld.global.v2.f32 st.global.v2.f32
; nvvm-sm_100: ld.global.v2.f32 st.global.v2.f32
define ptx_kernel void @k(<2 x float> addrspace(1)* %q, <2 x float> addrspace(1)* %p) {
  %r = load <2 x float>, <2 x float> addrspace(1)* %q, align 8
  store <2 x float> %r, <2 x float> addrspace(1)* %p, align 8
  ret void
}

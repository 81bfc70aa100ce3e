; llc-14:      ld.global.v4.u16 st.global.v4.u16
; llc-22:      ld.global.v2.b32 st.global.v2.b32
; nvvm-sm_90:  ld.global.v4.u16 st.global.v4.u16
; nvvm-sm_100: ld.global.v4.u16 st.global.v4.u16
define ptx_kernel void @k(<4 x i16> addrspace(1)* %q, <4 x i16> addrspace(1)* %p) {
  %r = load <4 x i16>, <4 x i16> addrspace(1)* %q, align 8
  store <4 x i16> %r, <4 x i16> addrspace(1)* %p, align 8
  ret void
}

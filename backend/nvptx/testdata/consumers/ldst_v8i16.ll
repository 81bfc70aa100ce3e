; llc-14:      ld.global.v4.u16 st.global.v4.u16
; llc-22:      ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  ld.global.v4.u16 st.global.v4.u16
; nvvm-sm_100: ld.global.v4.b32 st.global.v4.b32
define ptx_kernel void @k(<8 x i16> addrspace(1)* %q, <8 x i16> addrspace(1)* %p) {
  %r = load <8 x i16>, <8 x i16> addrspace(1)* %q, align 16
  store <8 x i16> %r, <8 x i16> addrspace(1)* %p, align 16
  ret void
}

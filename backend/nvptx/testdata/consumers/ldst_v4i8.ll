; llc-14:      ld.global.v4.u8 st.global.v4.u8
; llc-22:      ld.global.b32 st.global.b32
; nvvm-sm_90:  ld.global.v4.u8 st.global.v4.u8
; nvvm-sm_100: ld.global.u32 st.global.u32
define ptx_kernel void @k(<4 x i8> addrspace(1)* %q, <4 x i8> addrspace(1)* %p) {
  %r = load <4 x i8>, <4 x i8> addrspace(1)* %q, align 4
  store <4 x i8> %r, <4 x i8> addrspace(1)* %p, align 4
  ret void
}

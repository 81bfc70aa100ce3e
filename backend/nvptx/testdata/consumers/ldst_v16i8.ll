; llc-14:      ld.global.v4.u8 st.global.v4.u8
; llc-22:      ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  ld.global.v4.u8 st.global.v4.u8
; nvvm-sm_100: ld.global.v4.b32 st.global.v4.b32
define ptx_kernel void @k(<16 x i8> addrspace(1)* %q, <16 x i8> addrspace(1)* %p) {
  %r = load <16 x i8>, <16 x i8> addrspace(1)* %q, align 16
  store <16 x i8> %r, <16 x i8> addrspace(1)* %p, align 16
  ret void
}

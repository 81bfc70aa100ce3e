; llc-14:      ld.global.v4.b32 st.global.v4.b32
; llc-22:      ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_100: ld.global.v4.b32 st.global.v4.b32
define ptx_kernel void @k(<8 x half> addrspace(1)* %q, <8 x half> addrspace(1)* %p) {
  %r = load <8 x half>, <8 x half> addrspace(1)* %q, align 16
  store <8 x half> %r, <8 x half> addrspace(1)* %p, align 16
  ret void
}

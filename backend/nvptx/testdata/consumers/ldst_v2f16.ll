; llc-14:      ld.global.b32 st.global.v2.b16
; llc-22:      ld.global.b32 st.global.b32
; nvvm-sm_90:  ld.global.b32 st.global.v2.b16
; nvvm-sm_100: ld.global.b32 st.global.b32
define ptx_kernel void @k(<2 x half> addrspace(1)* %q, <2 x half> addrspace(1)* %p) {
  %r = load <2 x half>, <2 x half> addrspace(1)* %q, align 4
  store <2 x half> %r, <2 x half> addrspace(1)* %p, align 4
  ret void
}

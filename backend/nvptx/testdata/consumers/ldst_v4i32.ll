; llc-14:      ld.global.v4.u32 st.global.v4.u32
; llc-22:      ld.global.v4.b32 st.global.v4.b32
; nvvm-sm_90:  ld.global.v4.u32 st.global.v4.u32
; nvvm-sm_100: ld.global.v4.u32 st.global.v4.u32
define ptx_kernel void @k(<4 x i32> addrspace(1)* %q, <4 x i32> addrspace(1)* %p) {
  %r = load <4 x i32>, <4 x i32> addrspace(1)* %q, align 16
  store <4 x i32> %r, <4 x i32> addrspace(1)* %p, align 16
  ret void
}

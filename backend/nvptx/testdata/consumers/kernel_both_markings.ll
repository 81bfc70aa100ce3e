; llc-14:      st.global.u32
; llc-22:      st.global.b32
; nvvm-sm_90:  st.global.u32
; nvvm-sm_100: st.global.u32
define ptx_kernel void @k(float addrspace(1)* %p) {
  store float 1.0, float addrspace(1)* %p
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(1)*)* @k, !"kernel", i32 1}

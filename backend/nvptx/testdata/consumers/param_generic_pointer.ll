; llc-14:      cvta.to.global.u64 st.global.u32
; llc-22:      cvta.to.global.u64 st.global.b32
; nvvm-sm_90:  cvta.to.global.u64 st.global.u32
; nvvm-sm_100: cvta.to.global.u64 st.global.u32
define ptx_kernel void @k(float* %p) {
  %g = addrspacecast float* %p to float addrspace(1)*
  store float 1.0, float addrspace(1)* %g
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (float*)* @k, !"kernel", i32 1}

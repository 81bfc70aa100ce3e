; llc-14:      ld.global.nc.f32 st.global.f32
; llc-22:      ld.global.nc.b32 st.global.b32
; nvvm-sm_90:  ld.global.nc.f32 st.global.f32
; nvvm-sm_100: ld.global.nc.f32 st.global.f32
define ptx_kernel void @k(float addrspace(1)* noalias nocapture readonly align 16 %p, float addrspace(1)* noalias align 16 %q) {
  %v = load float, float addrspace(1)* %p
  store float %v, float addrspace(1)* %q
  ret void
}
!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(1)*, float addrspace(1)*)* @k, !"kernel", i32 1}

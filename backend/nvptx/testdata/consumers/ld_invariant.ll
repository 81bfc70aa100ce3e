; llc-14:      ld.global.nc.v4.f32 st.global.v4.f32
; llc-22:      ld.global.nc.v4.b32 st.global.v4.b32
; nvvm-sm_90:  ld.global.nc.v4.f32 st.global.v4.f32
; nvvm-sm_100: ld.global.nc.v4.f32 st.global.v4.f32
define ptx_kernel void @k(<4 x float> addrspace(1)* %q, <4 x float> addrspace(1)* %p) {
  %r = load <4 x float>, <4 x float> addrspace(1)* %q, align 16, !invariant.load !0
  store <4 x float> %r, <4 x float> addrspace(1)* %p, align 16
  ret void
}
!0 = !{}

; llc-14:      ld.volatile.global.f32 st.volatile.global.f32
; llc-22:      ld.volatile.global.b32 st.volatile.global.b32
; nvvm-sm_90:  ld.volatile.global.f32 st.volatile.global.f32
; nvvm-sm_100: ld.volatile.global.f32 st.volatile.global.f32
define ptx_kernel void @k(float addrspace(1)* %q, float addrspace(1)* %p) {
  %r = load volatile float, float addrspace(1)* %q, align 4
  store volatile float %r, float addrspace(1)* %p, align 4
  ret void
}

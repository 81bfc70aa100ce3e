; llc-14:      ld.global.b16 st.global.b16
; llc-22:      ld.global.b16 st.global.b16
; nvvm-sm_90:  ld.global.b16 st.global.b16
; nvvm-sm_100: ld.global.b16 st.global.b16
define ptx_kernel void @k(half addrspace(1)* %q, half addrspace(1)* %p) {
  %r = load half, half addrspace(1)* %q, align 2
  store half %r, half addrspace(1)* %p, align 2
  ret void
}

; llc-14:      ld.global.u8 st.global.u8
; llc-22:      ld.global.b8 st.global.b8
; nvvm-sm_90:  ld.global.u8 st.global.u8
; nvvm-sm_100: ld.global.u8 st.global.u8
define ptx_kernel void @k(i8 addrspace(1)* %q, i8 addrspace(1)* %p) {
  %r = load i8, i8 addrspace(1)* %q, align 1
  store i8 %r, i8 addrspace(1)* %p, align 1
  ret void
}

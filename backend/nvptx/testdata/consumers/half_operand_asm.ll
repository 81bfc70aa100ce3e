; llc-14:      st.global.u16
; llc-22:      st.global.b16
; nvvm-sm_90:  rejected
; nvvm-sm_100: rejected
define ptx_kernel void @k(i16 addrspace(1)* %p, half %v) {
  %r = call i16 asm "mov.b16 $0, $1;", "=h,h"(half %v)
  store i16 %r, i16 addrspace(1)* %p
  ret void
}

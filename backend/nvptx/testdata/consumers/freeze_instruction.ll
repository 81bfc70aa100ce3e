; llc-14:      st.global.u32
; llc-22:      st.global.b32
; nvvm-sm_90:  rejected
; nvvm-sm_100: st.global.u32
define ptx_kernel void @k(i32 addrspace(1)* %p, i32 %v) {
  %r = freeze i32 %v
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

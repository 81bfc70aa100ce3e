; llc-14:      rejected
; llc-22:      st.global.b16
; nvvm-sm_90:  rejected
; nvvm-sm_100: st.global.b16
define ptx_kernel void @k(bfloat addrspace(1)* %p) {
  store bfloat 0xR3F80, bfloat addrspace(1)* %p
  ret void
}

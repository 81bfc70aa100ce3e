; llc-14:      add.rn.f16x2 st.global.v2.b16
; llc-22:      add.rn.f16x2
; nvvm-sm_90:  add.rn.f16x2 st.global.v2.b16
; nvvm-sm_100: add.rn.f16x2
define ptx_kernel void @k(<2 x half> addrspace(1)* %p, <2 x half> %a, <2 x half> %b) {
  %r = fadd <2 x half> %a, %b
  store <2 x half> %r, <2 x half> addrspace(1)* %p
  ret void
}

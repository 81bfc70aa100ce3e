; llc-14:      st.global.v2.b16
; llc-22:      st.global.v2.b16
; nvvm-sm_90:  st.global.v2.b16
; nvvm-sm_100: st.global.b32
define ptx_kernel void @k(i32 addrspace(1)* %p, half %a, half %b) {
  %v = insertelement <2 x half> undef, half %a, i32 0
  %w = insertelement <2 x half> %v, half %b, i32 1
  %r = bitcast <2 x half> %w to i32
  store i32 %r, i32 addrspace(1)* %p
  ret void
}

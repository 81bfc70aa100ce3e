; llc-14:      shl.b32 or.b32
; llc-22:      shl.b32 or.b32
; nvvm-sm_90:  st.global.u32
; nvvm-sm_100: shl.b32 or.b32
define ptx_kernel void @k(i32 addrspace(1)* %p, i16 %a, i16 %b) {
  %x = zext i16 %a to i32
  %y = zext i16 %b to i32
  %s = shl i32 %y, 16
  %r = or i32 %x, %s
  store i32 %r, i32 addrspace(1)* %p
  ret void
}
